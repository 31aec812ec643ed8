port module Garden exposing (Model, Msg(..), main, update)

{-| A garden to water.

@docs Model, update

-}

import Browser
import Dict exposing (Dict)
import Html exposing (Html, button, div, text)
import Html.Events as Events exposing (onClick)
import Json.Decode as Decode
import List exposing (..)


-- MODEL


type alias Model =
    { beds : Dict String Bed
    , day : Int
    }


{-| What grows in a bed.
-}
type Bed
    = Empty
    | Planted String Int


type Msg
    = Watered String
    | DayPassed


init : () -> ( Model, Cmd Msg )
init _ =
    ( { beds = Dict.empty, day = 0 }, Cmd.none )


{-| Lets time pass.
-}
update : Msg -> Model -> ( Model, Cmd Msg )
update msg model =
    case msg of
        Watered name ->
            ( { model | beds = Dict.update name (Maybe.map grow) model.beds }, Cmd.none )

        DayPassed ->
            -- nothing dries out yet
            ( { model | day = model.day + 1 }, save model.day )


grow : Bed -> Bed
grow bed =
    let
        next n =
            n + 1
    in
    case bed of
        Empty ->
            Empty

        Planted name n ->
            Planted name (next n)


limit =
    12


port save : Int -> Cmd msg


port loaded : (Decode.Value -> msg) -> Sub msg


view : Model -> Html Msg
view model =
    div [] [ button [ onClick DayPassed ] [ text (String.fromInt model.day) ] ]


main : Program () Model Msg
main =
    Browser.element { init = init, update = update, view = view, subscriptions = \_ -> Sub.none }
