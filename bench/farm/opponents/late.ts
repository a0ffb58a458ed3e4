import { lateLives } from '../late-claims.ts';
import type { Opponent } from '../opponent.ts';

export const late: Opponent = {
  name: 'late',
  about: 'visits every two days and claims in bursts what it says was watched meanwhile',
  goal: 'takes little',
  play: (stage) => ({ lives: lateLives(stage, { name: 'late', days: 2 }) }),
};
