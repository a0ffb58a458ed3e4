import { lateLives } from '../late-claims.ts';
import type { Opponent } from '../opponent.ts';

export const late: Opponent = {
  name: 'late',
  about:
    'a script that comes every two days and claims in bursts the clips that it reports as watched',
  goal: 'takes little',
  play: (stage) => ({ lives: lateLives(stage, { name: 'late', days: 2 }) }),
};
