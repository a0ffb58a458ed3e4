import type { AnyMachineSnapshot } from 'xstate';
import { after, done, failed, type Means, type Scene } from './driver.ts';
import { OFFLINE, payee, type Terms, terms } from './facts.ts';
import { type Failure, failing, refusedFor } from './stand.ts';
import { isSeen, requests, type Standing, tell, type World } from './withdrawal.facts.ts';

type S = Scene<World>;

/** What a toast said before is over: the same words would not be said again. */
const quiet =
  (act: (scene: S) => Promise<unknown>) =>
  async (scene: S): Promise<void> => {
    await scene.pass(2_100);
    await act(scene);
  };

/** The answers to what the screen asks at first and again; its info is asked for beside it. */
async function tellTerms(
  { stand, world }: S,
  answer: Terms | { failure: Failure },
  hasInfo = true,
): Promise<void> {
  await stand.arrives('withdrawConfig');
  await tellInfo({ stand, world }, hasInfo);
  await stand.answer('withdrawConfig', answer);
}

/** At first the card below the form asks for it, too; the browser sends one after the other. */
async function tellInfo({ stand, world }: Pick<S, 'stand' | 'world'>, hasInfo: boolean) {
  const info = { list: hasInfo ? [payee] : [] };
  if (world.hasPayee === null) {
    world.hasPayee = hasInfo;
    await stand.answer('wdinfo', info);
  }
  await stand.answer('wdinfo', info);
}

const titled = (met: string, ...each: string[]) =>
  ['Before you can withdraw', `${met} met`, ...each].join(' ');

const loads = (
  name: string,
  config: Terms,
  conditions: (snapshot: AnyMachineSnapshot) => string | null,
  hasInfo = true,
): Means<World> => ({
  name: `told: ${name}`,
  by: 'network',
  events: [done('loadTerms', { config, hasInfo })],
  when: isSeen,
  act: async (scene) => {
    const { balance, pending } = config;
    scene.world.balance = balance;
    tell(scene.world, pending);
    scene.world.conditions = conditions;
    await tellTerms(scene, config, hasInfo);
  },
});

const OFF =
  'Notifications are off Not met yet Withdrawing needs your permission for notifications. Enable notifications';

/** What is looked at by itself is not to be checked by hand. */
const notifications = (snapshot: AnyMachineSnapshot) =>
  snapshot.context.permission === 'granted'
    ? titled('1 of 1', 'Notifications are on Met')
    : titled('0 of 1', OFF, ...(snapshot.matches('blocked') ? ['Check again'] : []));

const videos = { kind: 'videos', required: 14, current: 31 } as const;

const unmet = [
  { kind: 'invites', required: 3, current: 1 },
  { kind: 'shares', required: 7, current: 9 },
] as const;

const SLOW = 'This took too long. Please try again.';

const OUR_FAULT = 'Something went wrong on our side. Please try again.';

export const loading: Means<World>[] = [
  loads('all is met', terms({ requirements: [videos] }), () =>
    titled('1 of 1', 'Videos watched 14 / 14 · Met'),
  ),
  loads('no info yet', terms(), () => null, false),
  loads('something is missing', terms({ requirements: [...unmet] }), () =>
    titled('1 of 2', 'Friends invited 1 / 3 · Not met yet', 'Shares 7 / 7 · Met'),
  ),
  loads('notifications are asked for', terms({ notification_required: true }), notifications),
  loads('one is pending', terms({ balance: '25.0600', pending: requests.pending }), () => null),
  loads(
    'one is in review',
    terms({ balance: '25.0600', pending: requests.in_review, notification_required: true }),
    notifications,
  ),
  {
    name: 'the terms do not come',
    by: 'network',
    events: [failed('loadTerms', { kind: 'offline' })],
    when: isSeen,
    act: quiet(async (scene) => {
      scene.world.error = OFFLINE;
      await tellTerms(scene, failing('cut'));
    }),
    says: () => [OFFLINE],
  },
  {
    name: 'the terms take too long',
    by: 'clock',
    events: [failed('loadTerms', { kind: 'timeout' })],
    when: isSeen,
    act: async ({ pass, world, stand }) => {
      world.error = SLOW;
      await tellInfo({ stand, world }, true);
      await pass(15_000);
    },
    says: () => [SLOW],
  },
];

const refusal = (name: string, failure: unknown, said: string, answer: Failure): Means<World> => ({
  name,
  by: 'network',
  events: [failed('submitWithdrawal', failure)],
  act: quiet(async ({ stand, world }) => {
    world.error = said;
    await stand.answer('withdraw', failing(answer));
  }),
  says: () => [said],
});

export const submitting: Means<World>[] = [
  {
    name: 'it is taken',
    by: 'network',
    events: [done('submitWithdrawal', { withdrawal: requests.pending, balance: '25.0600' })],
    act: async ({ stand, world }) => {
      Object.assign(world, { typed: '', error: '', balance: '25.0600' });
      tell(world, requests.pending);
      await stand.answer('withdraw', { withdrawal: requests.pending, balance: '25.0600' });
    },
    says: () => ['Withdrawal submitted.'],
  },
  refusal(
    'one is in process elsewhere',
    { kind: 'refused', reason: 'pending_exists' },
    'You already have a withdrawal in process.',
    refusedFor('pending_exists'),
  ),
  refusal('its answer is lost', { kind: 'offline' }, OFFLINE, 'cut'),
  refusal('the server fails', { kind: 'faulted', status: 503 }, OUR_FAULT, { faulted: 503 }),
  {
    name: 'it takes too long',
    by: 'clock',
    events: [failed('submitWithdrawal', { kind: 'timeout' })],
    act: async ({ pass, world }) => {
      world.error = SLOW;
      await pass(15_000);
    },
    says: () => [SLOW],
  },
];

const toasts: Partial<Record<Standing, string>> = {
  paid: 'Your withdrawal was paid.',
  rejected: 'Your withdrawal was rejected. The amount is back in your balance.',
  failed: 'Your withdrawal could not be paid out. The amount is back in your balance.',
  returned: 'Your withdrawal was sent back to us. The amount is back in your balance.',
};

const finds = (standing: Standing): Means<World> => ({
  name: `it is ${standing}`,
  by: 'network',
  events: [done('checkWithdrawal', requests[standing])],
  act: async ({ stand, world }) => {
    const found = requests[standing];
    tell(world, found);
    if (found.status === 'rejected') world.balance = '37.4100';
    await stand.answer('withdrawals', { list: [found], page: 1, limit: 100, total: 1 });
  },
  says: () => (toasts[standing] ? [toasts[standing]] : []),
});

export const pending: Means<World>[] = [
  ...(Object.keys(requests) as Standing[]).map(finds),
  {
    name: 'nothing is heard of it',
    by: 'network',
    events: [failed('checkWithdrawal', { kind: 'offline' })],
    act: ({ stand }) => stand.answer('withdrawals', failing('cut')),
  },
  {
    name: 'ten seconds go by',
    by: 'clock',
    events: [after('checkPause', 'withdrawal.pending.waiting')],
    act: ({ pass }) => pass(10_000),
  },
  {
    name: 'the look takes too long',
    by: 'clock',
    events: [failed('checkWithdrawal', { kind: 'timeout' })],
    act: ({ pass }) => pass(15_000),
  },
];
