module Clay.Glaze where

import qualified Data.Map as M

-- | Glazes by what they are put on.
data family Glaze a

data instance Glaze Int = Plain | Spotted Int

-- | Mixes two glazes.
mix, blend :: Int -> Int -> Int
mix a b = a + b
blend = mix
