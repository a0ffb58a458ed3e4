import { aurora } from './scenes/aurora.ts';
import { dahlia } from './scenes/dahlia.ts';
import { fireflies } from './scenes/fireflies.ts';
import { jellyfish } from './scenes/jellyfish.ts';
import { koi } from './scenes/koi.ts';
import { lanterns } from './scenes/lanterns.ts';
import { mountains } from './scenes/mountains.ts';
import { ocean } from './scenes/ocean.ts';
import { planet } from './scenes/planet.ts';
import { rain } from './scenes/rain.ts';
import type { Scene } from './types.ts';

/** In the order of the feed; the first must be the lightest, because people wait for it. */
export const scenes: readonly Scene[] = [
  aurora,
  koi,
  jellyfish,
  mountains,
  dahlia,
  rain,
  lanterns,
  planet,
  ocean,
  fireflies,
];
