import type { Invariants } from './invariant.ts';

const loading = 30_000;
const retrying = 5_000;

/** Only the root's delays; its invariants are those of whole scenarios (`tests/world/`). */
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
  // people wait for the first clip, and for nothing that is loaded later
  calm: ['start.first', 'start.second.ready'],
};
