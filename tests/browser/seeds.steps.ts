import fc from 'fast-check';
import { CAPTIVE_PORTAL, failing, type RequestOutcome } from './fault-proxy.ts';

/** The behaviours of the network, each the outcome of a request by its method. */
export const networks = {
  whole: () => 'passed',
  silent: () => 'hangs',
  cut: () => 'cut',
  unavailable: () => failing(503),
  portal: () => CAPTIVE_PORTAL,
  /** the server executes each POST, but the answer is lost */
  forgetful: (method: string) => (method === 'POST' ? 'lost' : 'passed'),
} as const satisfies Record<string, (method: string) => RequestOutcome>;
type NetworkState = keyof typeof networks;

const HOUR_MS = 3_600_000;

export type Step =
  /** waits as long as a clip needs to earn its reward */
  | { type: 'watch' }
  | { type: 'next' }
  | { type: 'network'; network: NetworkState }
  | { type: 'kill' }
  | { type: 'reload' }
  /** the phone's clock is wrong by these hours */
  | { type: 'clock'; byHours: number }
  | { type: 'open window' }
  | { type: 'close window' }
  | { type: 'open Mine' }
  | { type: 'open the feed' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>({ type: 'watch' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ type: 'next' }) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(...(Object.keys(networks) as NetworkState[]))
      .map((network): Step => ({ type: 'network', network })),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ type: 'kill' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ type: 'reload' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(-24, -1, 1, 24, 400 * 24)
      .map((byHours): Step => ({ type: 'clock', byHours })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'open window' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'close window' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'open Mine' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'open the feed' }) },
);

/** The steps of a seed: the same in each run. */
export function stepsOf(seed: number): Step[] {
  const [steps = []] = fc.sample(fc.array(step, { minLength: 8, maxLength: 8 }), {
    seed,
    numRuns: 1,
  });
  return steps;
}

export const inMs = (byHours: number) => byHours * HOUR_MS;
