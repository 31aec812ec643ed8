"""
Orbits of small bodies.
"""
module Orbits

using LinearAlgebra
using Statistics: mean, std
import Base: show, +
import JSON as J
import ..Units.Length
export Body, step!

include("constants.jl")

const G = 6.674e-11
const TABLE = Dict(
    :earth => 5.97e24,
)

"A thing with mass."
abstract type Thing end

"""
    Body(name, mass)

A body that moves.
"""
struct Body{T<:Real} <: Thing
    name::String
    mass::T
    # position in metres
    at::Vector{T}

    Body(name, mass::T) where {T} = new{T}(name, mass, zeros(T, 3))
end

mutable struct System
    bodies::Vector{Body}
    time::Float64
end

primitive type Flag 8 end

@enum Phase begin
    waiting
    moving
end

# Everything pulls everything.
function force(a::Body, b::Body)
    d = b.at - a.at
    r = norm(d)
    return G * a.mass * b.mass / r^2 * d / r
    # in newtons
end

force(a::Body, ::Nothing) = zeros(3)

energy(s::System)::Float64 = sum(b -> b.mass, s.bodies)

"""
Moves every body by `dt` seconds.
"""
@inline function step!(s::System, dt)
    function pull(b)
        sum(force(b, o) for o in s.bodies if o !== b)
    end
    foreach(pull, s.bodies)
    s.time += dt
end

Base.show(io::IO, b::Body) = print(io, b.name)

function Base.length(s::System) where T
    length(s.bodies)
end

+(a::Body, b::Body) = Body(a.name * b.name, a.mass + b.mass)

scale = x -> 2x

macro every(n, body)
    quote
        for i in 1:$(esc(n))
            $(esc(body))
        end
    end
end

baremodule Bare
end

if VERSION < v"1.9"
    allequal(x) = all(==(first(x)), x)
end

end # module
