import type { Scenario } from './steps.ts';

/** Scenarios that once broke an invariant. */
export const known: readonly Scenario[] = [
  // the list's timeout ended together with the call's, and nothing sent `connectivity.doubted`
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
  // an answer without the reward arrived last, in the other window
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
  // a log-in that hung and failed in one window logged out the other window
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
  // a window that was logging out continued a session after another window had been told of its end
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
  // the cached list was shown, its answer came a second too late, and nothing retried
  {
    chance: 22,
    steps: [
      { do: 'wait', ms: 25_000 },
      { do: 'network', is: 'late' },
      { do: 'kill' },
      { do: 'wait', ms: 5_000 },
    ],
  },
  // the only page with a reward was reloaded for a newer version
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
