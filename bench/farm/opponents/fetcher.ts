import { lateLives } from '../late-claims.ts';
import type { Opponent } from '../opponent.ts';

export const fetcher: Opponent = {
  name: 'fetcher',
  about:
    'late, and has the smallest file of each clip sent once, since it knows that this is looked at',
  goal: null,
  play: (stage) => ({ lives: lateLives(stage, { name: 'fetcher', days: 2, fetches: true }) }),
};
