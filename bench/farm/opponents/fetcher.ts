import { lateLives } from '../late-claims.ts';
import type { Opponent } from '../opponent.ts';

export const fetcher: Opponent = {
  name: 'fetcher',
  about:
    'like "late", but fetches the smallest file of each clip once, because the review checks this',
  goal: null,
  play: (stage) => ({ lives: lateLives(stage, { name: 'fetcher', days: 2, fetches: true }) }),
};
