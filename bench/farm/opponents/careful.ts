import { farmLives } from '../bot.ts';
import type { Opponent } from '../opponent.ts';

export const careful: Opponent = {
  name: 'careful',
  about:
    'the tree of "naive", with knowledge of the review: the accounts pause, and withdraw on the last day',
  goal: 'takes little',
  play: (stage) => ({ lives: farmLives(stage, { name: 'careful', isCareful: true }) }),
};
