import type { AnyMachineSnapshot } from 'xstate';
import type { RewardLog } from '../../contract/shapes.ts';
import { createResourceMachine } from '../../machines/resource.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers, OUR_FAULT } from './facts.ts';
import { failing } from './stand.ts';
import { visibility } from './visibility.ts';

interface World extends AnyWorld {
  isAway: boolean;
  /** what the days that are shown have brought; null: none are */
  sum: string | null;
}

const reward = (id: number, amount: string, created_at: string): RewardLog => ({
  id,
  type: 'video',
  amount,
  detail: `The clip numbered ${id}`,
  created_at,
});

/** Of the last of thirty UTC days, the first of them, and the evening before. */
const early = [
  reward(601, '0.1300', '2026-03-14T21:14:15.000Z'),
  reward(602, '2.0500', '2026-02-13T00:00:00.000Z'),
  reward(603, '7.0100', '2026-02-12T23:59:59.000Z'),
];
const late = [reward(604, '0.4100', '2026-03-14T23:40:00.000Z'), ...early];

const brings = (name: string, list: RewardLog[], sum: string, isAnew: boolean): Means<World> => ({
  name,
  by: 'network',
  events: [done('loadValue', sum)],
  when: ({ context }) => context.isOutdated === isAnew,
  act: ({ stand, world }) => {
    world.sum = sum;
    return stand.answer('rewardLogs', { list, page: 1, limit: 100, total: list.length });
  },
});

const asChart = ({ isAway, sum }: World) => {
  const isShown = !isAway && sum !== null;
  return {
    sum: isShown ? `${sum} in the last 30 days` : null,
    ends: isShown ? 'Feb 13 Today' : null,
    lost: null,
  };
};

const LOST = `Your earnings could not be loaded. ${OUR_FAULT} Retry`;

/** Every resource is this machine; the earnings are the one of which most is seen. */
export const ofResource = defineDriver<World>()({
  machine: createResourceMachine<unknown>(),
  actor: ['earnings'],
  path: '/mine/index',
  timezoneId: 'Pacific/Auckland',
  beginnings: [
    {
      name: 'a member',
      first: [{ type: 'visibility.changed', isVisible: true }],
      begin: () => ({ answers: answers(), isAway: false, sum: null }),
    },
  ],
  arrange: async ({ stand }) => stand.hold('rewardLogs', ({ limit }) => limit === '100'),
  means: [
    brings('the earnings come', early, '+2.18', false),
    brings('later earnings come', late, '+2.59', true),
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('loadValue', { kind: 'offline' })],
      when: ({ context }) => context.isVisible,
      act: ({ stand }) => stand.answer('rewardLogs', failing('cut')),
    },
    {
      name: 'the server fails',
      by: 'network',
      events: [failed('loadValue', { kind: 'faulted', status: 500 })],
      when: ({ context }) => context.isVisible,
      act: ({ stand }) => stand.answer('rewardLogs', failing({ faulted: 500 })),
    },
    person(
      'tries again',
      [{ type: 'retry.pressed' }],
      ({ page }) =>
        page
          .getByRole('region', { name: 'Earnings' })
          .getByRole('button', { name: 'Retry' })
          .click(),
      // without a connection the card is gone: the purse says why
      ({ context }) =>
        context.isVisible && context.value === null && context.failure?.kind !== 'offline',
    ),
    ...visibility('Mine'),
  ],
  facts: ({ value, failure, isVisible, isOutdated }) => [
    value,
    failure?.kind,
    isVisible,
    isOutdated,
  ],
  unforeseen: ['value'],
  places: {
    sum: 'figure.earnings figcaption',
    ends: '.earnings-ends',
    lost: 'section[aria-label="Earnings"] .notice',
  },
  seen: {
    empty: asChart,
    loading: asChart,
    fresh: asChart,
    stale: asChart,
    failed: (world: World, { context }: AnyMachineSnapshot) => ({
      ...asChart(world),
      lost: context.value === null && context.failure.kind !== 'offline' ? LOST : null,
    }),
  },
  undriven: {},
});
