import { farmLives } from '../bot.ts';
import type { Opponent } from '../opponent.ts';

export const careful: Opponent = {
  name: 'careful',
  about:
    'the same tree when it knows what a review looks at: it pauses, and withdraws on the last day',
  goal: 'takes little',
  play: (stage) => ({ lives: farmLives(stage, { name: 'careful', isCareful: true }) }),
};
