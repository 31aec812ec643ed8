using Test

#= Older versions lack
   these functions. =#
if VERSION < v"1.7"
    stack(xs) = hcat(xs...)
elseif VERSION < v"1.9"
    function stack(xs)
        reduce(hcat, xs)
    end
else
    const stack = Base.stack
end

@testset "stack" begin
    @test stack([[1], [2]]) == [1 2]

    @testset "empty" begin
        @test_throws ArgumentError stack([])
    end
end
