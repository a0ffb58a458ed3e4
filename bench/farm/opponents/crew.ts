import type { Opponent } from '../opponent.ts';
import { ringLives } from '../ring-lives.ts';

export const crew: Opponent = {
  name: 'crew',
  about:
    'a ring whose friends fetch two files for three claimed clips, which is enough for the review',
  goal: null,
  play: (stage) => ({ lives: ringLives(stage, { name: 'crew', files: 2 }) }),
};
