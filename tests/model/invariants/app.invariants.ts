import type { Invariants } from './invariant.ts';

const loading = 30_000;
const retrying = 5_000;

/** Only the root's delays; the root's invariants are those of whole scenarios (`tests/world/`). */
export const app: Invariants = {
  invariants: [],
  lasts: {
    'start.first': 3_000,
    'start.second.loading': loading,
    'start.second.failed': retrying,
    'start.second.ready': 15_000,
    'start.third.loading': loading,
    'start.third.failed': retrying,
    'screen.loading': loading,
  },
  // `start.first`: the clip itself shows that it loads; `start.second.ready`: the screen is drawn already
  calm: ['start.first', 'start.second.ready'],
};
