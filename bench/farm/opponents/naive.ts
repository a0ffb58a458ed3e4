import { farmLives } from '../bot.ts';
import type { Opponent } from '../opponent.ts';

export const naive: Opponent = {
  name: 'naive',
  about:
    'a tree of accounts that claim every reward at the first moment that pays, and withdraw daily',
  goal: 'takes little',
  play: (stage) => ({ lives: farmLives(stage, { name: 'naive', isCareful: false }) }),
};
