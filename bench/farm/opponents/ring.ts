import type { Opponent } from '../opponent.ts';
import { ringLives } from '../ring-lives.ts';

export const ring: Opponent = {
  name: 'ring',
  about: 'one account that is paid for its friends on one block; each friend fetches one file',
  goal: 'takes little',
  play: (stage) => ({ lives: ringLives(stage, { name: 'ring', files: 1 }) }),
};
