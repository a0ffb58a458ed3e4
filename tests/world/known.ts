import type { Life } from './steps.ts';

/** Lives that have broken a law once. */
export const known: readonly Life[] = [
  // the list's own end came with the call's, and nobody doubted the connection
  {
    chance: 1,
    steps: [
      { do: 'watch' },
      { do: 'clock', byHours: 1 },
      { do: 'network', is: 'silent' },
      { do: 'watch' },
      { do: 'watch' },
      { do: 'sleep', hours: 7 },
    ],
  },
  // an answer without the reward came last, to the other window
  {
    chance: 872_651,
    steps: [
      { do: 'show' },
      { do: 'watch' },
      { do: 'open window' },
      { do: 'hand over' },
      { do: 'end sessions', code: 401 },
      { do: 'watch' },
      { do: 'another phone earns' },
      { do: 'hand over' },
      { do: 'kill' },
      { do: 'another phone earns' },
      { do: 'new version' },
      { do: 'watch' },
    ],
  },
  // a log-in that hung in one window and failed logged the other one out
  {
    chance: 1,
    steps: [
      { do: 'log out' },
      { do: 'open window' },
      { do: 'network', is: 'silent' },
      { do: 'log in', as: 'bert' },
      { do: 'network', is: 'whole' },
      { do: 'other window' },
      { do: 'log in', as: 'anna' },
      { do: 'wait', ms: 16_000 },
    ],
  },
  // a window that was on the way out went on with a session that another had been told is over
  {
    chance: 564588,
    steps: [
      { do: 'network', is: 'unavailable' },
      { do: 'another phone earns' },
      { do: 'open window' },
      { do: 'watch' },
      { do: 'open', screen: 'feed' },
      { do: 'network', is: 'late' },
      { do: 'log out' },
    ],
  },
  // the kept list was shown, its answer came a second too late, and nobody asked again
  {
    chance: 22,
    steps: [
      { do: 'wait', ms: 25_000 },
      { do: 'network', is: 'late' },
      { do: 'kill' },
      { do: 'wait', ms: 5_000 },
    ],
  },
  // the page that alone held a reward gave way to a newer version
  {
    chance: 7,
    steps: [
      { do: 'storage', is: 'full' },
      { do: 'operator', act: 'pauses' },
      { do: 'wait', ms: 30_000 },
      { do: 'new version' },
      { do: 'hide' },
      { do: 'wait', ms: 240_000 },
    ],
  },
];
