{-# LANGUAGE LambdaCase #-}
{-# LANGUAGE TypeFamilies #-}

-- | Firing schedules for a pottery kiln.
module Clay.Kiln
  ( Kiln (..)
  , fire
  , module Clay.Types
  ) where

import Clay.Types
import Control.Monad (forM_, unless)
import Data.List hiding (insert)
import qualified Data.Map.Strict as Map
import Data.Text (Text, (<+>))
import qualified Data.Text as T (pack)

-- | Degrees Celsius.
newtype Degrees = Degrees {unDegrees :: Int}
  deriving (Eq, Ord, Show)

-- | A kiln and what it holds.
data Kiln = Kiln
  { kilnName :: Text
  , kilnMax :: Degrees -- ^ never fire hotter
  }
  | NoKiln
  deriving stock (Show)

type Schedule = [(Int, Degrees)]

data Shape a where
  Bowl :: Int -> Shape Int
  Plate :: Shape ()

-- | What can be fired.
class Fired a where
  type Glaze a
  melting :: a -> Degrees
  -- | How long it takes.
  hours :: a -> Int
  hours _ = 8

instance Fired (Shape Int) where
  type Glaze (Shape Int) = Text
  melting (Bowl n) = Degrees (1000 + n)
  hours = \case
    Bowl n -> n

-- Two shapes are the same when their sizes are.
deriving instance Eq (Shape a)

type family Elem c

type instance Elem [e] = e

infixr 5 +++

-- | Joins two schedules.
(+++) :: Schedule -> Schedule -> Schedule
xs +++ ys = xs ++ map (shift (length xs)) ys
  where
    shift n (h, d) = (h + n, d)

-- | Fires everything, hottest last.
fire :: Kiln -> Schedule -> IO ()
fire NoKiln _ = pure ()
fire kiln steps = do
  forM_ (sortOn snd steps) $ \(h, d) ->
    unless (d > kilnMax kiln) $ print h
  -- the door stays shut

hottest :: Schedule -> Degrees
{-# INLINE hottest #-}
hottest = maximum . map snd
{-# SPECIALIZE hottest :: Schedule -> Degrees #-}

-- Clauses may be guarded.
coolest :: Schedule -> Maybe Degrees
coolest steps
  | null steps = Nothing
  | otherwise = Just (minimum (map snd steps))

pattern Cold :: Degrees
pattern Cold = Degrees 20

defaults = Map.fromList [(T.pack "bisque", Degrees 1000)]

foreign import ccall "kiln_temp" kilnTemp :: IO Int
