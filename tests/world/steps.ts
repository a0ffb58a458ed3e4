import fc from 'fast-check';
import type { StorageMode } from './device.ts';
import { type NetworkState, networkStates } from './network.ts';

const screens = ['feed', 'mine', 'tasks', 'withdraw', 'invite', 'login'] as const;
type Place = (typeof screens)[number];
export const names = ['anna', 'bert'] as const;

/** An action of a person, the network, the device or the operator. */
export type Step =
  | { do: 'watch' | 'next' | 'previous' | 'pause' | 'play' | 'sound' | 'share' | 'follow the ad' }
  | { do: 'wait'; ms: number }
  | { do: 'log in'; as: (typeof names)[number] }
  | { do: 'log out' | 'install' | 'claim the task' | 'hand over' }
  | { do: 'open'; screen: Place }
  | { do: 'withdraw' | 'withdraw unheard' | 'confirm' | 'cancel' | 'send now' }
  | { do: 'network'; is: NetworkState }
  | { do: 'storage'; is: StorageMode }
  | { do: 'clock'; byHours: number }
  | { do: 'sleep'; hours: number }
  | { do: 'kill' | 'kill all' | 'reload' | 'hide' | 'show' }
  | { do: 'open window' | 'close window' | 'other window' }
  | { do: 'new version' | 'update' }
  | { do: 'end sessions'; code: 401 | 409 | 303 }
  | { do: 'operator'; act: 'pays' | 'rejects' | 'pauses' | 'resumes' }
  | { do: 'another phone earns' };

type Plain = Extract<Step, { do: string }>['do'];

const plain = (...all: Plain[]) => all.map((each) => fc.constant({ do: each } as Step));

const often = plain('watch');
const now = plain(
  'next',
  'share',
  'hand over',
  'another phone earns',
  'send now',
  'log out',
  'reload',
  'kill',
);
const seldom = plain(
  ...([
    'previous',
    'pause',
    'play',
    'sound',
    'follow the ad',
    'install',
    'claim the task',
  ] as const),
  ...(['withdraw', 'withdraw unheard', 'confirm', 'cancel', 'kill all'] as const),
  ...(['hide', 'show', 'open window'] as const),
  ...(['close window', 'other window', 'new version', 'update'] as const),
);

const weighted = (weight: number, all: readonly fc.Arbitrary<Step>[]) =>
  all.map((arbitrary) => ({ weight, arbitrary }));

const networks: readonly NetworkState[] = [
  'whole',
  'whole',
  'forgetful',
  'silent',
  ...networkStates,
];

const told: fc.Arbitrary<Step>[] = [
  fc.constantFrom(...networks).map((is) => ({ do: 'network', is })),
  fc.constantFrom(...names).map((as) => ({ do: 'log in', as })),
];
const chosen: fc.Arbitrary<Step>[] = [
  fc.constantFrom(...screens).map((screen) => ({ do: 'open', screen })),
  fc.constantFrom(100, 1_000, 5_000, 16_000, 25_000).map((ms) => ({ do: 'wait', ms })),
];
const rare: fc.Arbitrary<Step>[] = [
  fc
    .constantFrom<StorageMode>('good', 'good', 'full', 'blocked')
    .map((is) => ({ do: 'storage', is })),
  fc.constantFrom(-48, -1, 1, 400 * 24).map((byHours) => ({ do: 'clock', byHours })),
  fc.constantFrom(1, 7, 24, 72).map((hours) => ({ do: 'sleep', hours })),
  fc
    .constantFrom(401 as const, 409 as const, 303 as const)
    .map((code) => ({ do: 'end sessions', code })),
  fc
    .constantFrom('pays' as const, 'rejects' as const, 'pauses' as const, 'resumes' as const)
    .map((act) => ({ do: 'operator', act })),
];

const step: fc.Arbitrary<Step> = fc.oneof(
  ...weighted(24, often),
  ...weighted(14, told),
  ...weighted(6, chosen),
  ...weighted(5, now),
  ...weighted(2, rare),
  ...weighted(2, seldom),
);

/** A scenario in this world: one number seeds all its random choices. */
export interface Scenario {
  chance: number;
  steps: Step[];
}

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  chance: fc.integer({ min: 1, max: 1_000_000 }),
  steps: fc.array(step, { minLength: 4, maxLength: 16 }),
});

/** The steps as a failure prints them, one a line. */
export const textOf = ({ steps }: Scenario) =>
  steps.map(({ do: what, ...rest }) => `  ${[what, ...Object.values(rest)].join(' ')}`).join('\n');
