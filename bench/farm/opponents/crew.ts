import type { Opponent } from '../opponent.ts';
import { ringLives } from '../ring-lives.ts';

export const crew: Opponent = {
  name: 'crew',
  about: 'a ring whose friends have two of the three files sent that they claim, which is enough',
  goal: null,
  play: (stage) => ({ lives: ringLives(stage, { name: 'crew', files: 2 }) }),
};
