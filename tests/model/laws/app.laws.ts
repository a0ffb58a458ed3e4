import type { Laws } from './law.ts';

const loading = 30_000;
const retrying = 5_000;

/** Only how long the root waits; its laws are those of the whole (`tests/world/`). */
export const app: Laws = {
  laws: [],
  lasts: {
    'start.first': 3_000,
    'start.second.loading': loading,
    'start.second.failed': retrying,
    'start.second.ready': 15_000,
    'start.third.loading': loading,
    'start.third.failed': retrying,
    'screen.loading': loading,
  },
  // the clip that plays first is waited for, and what comes last by nobody
  calm: ['start.first', 'start.second.ready'],
};
