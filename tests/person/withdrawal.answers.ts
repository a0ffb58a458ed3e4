import type { AnyMachineSnapshot } from 'xstate';
import { signs } from '../model/samples.ts';
import { type Beginning, done, failed, type Means, type Scene } from './driver.ts';
import { OFFLINE, OUR_FAULT, payee, type Terms, terms } from './facts.ts';
import { type Failure, failing, refusedFor } from './stand.ts';
import {
  begin,
  beginFailed,
  isRepricing,
  isResending,
  isSeen,
  otherPayee,
  requests,
  tell,
  type World,
} from './withdrawal.facts.ts';
import { form } from './withdrawal.person.ts';

type S = Scene<World>;

/** What a toast said before is over: the same words would not be said again. */
export const quiet =
  (act: (scene: S) => Promise<unknown>) =>
  async (scene: S): Promise<void> => {
    await scene.pass(2_100);
    await act(scene);
  };

const titled = (met: string, ...each: string[]) =>
  ['Before you can withdraw', `${met} met`, ...each].join(' ');

const loads = (
  name: string,
  config: Terms,
  conditions: (snapshot: AnyMachineSnapshot) => string | null,
): Means<World> => ({
  name: `told: ${name}`,
  by: 'network',
  events: [done('loadTerms', config)],
  when: isSeen,
  act: async (scene) => {
    const { balance, pending, pay } = config;
    const { world } = scene;
    const rate = pay?.rate ?? null;
    tell(world, pending);
    Object.assign(world, { balance, conditions, rate });
    if (world.isRepriced || world.isResent) {
      Object.assign(world, { isRepriced: false, isResent: false, shownRate: rate, key: null });
    }
    await scene.stand.answer('withdrawConfig', config);
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

export const SLOW = 'This took too long. Please try again.';

const inShillings = (rate: string): Partial<Terms> => ({
  requirements: [videos],
  currency: 'USD',
  pay: { currency: 'KES', rate, rounding: '1.00' },
});
const isMet = () => titled('1 of 1', 'Videos watched 14 / 14 · Met');

const missing = loads('something is missing', terms({ requirements: [...unmet] }), () =>
  titled('1 of 2', 'Friends invited 1 / 3 · Not met yet', 'Shares 7 / 7 · Met'),
);

const loadingOfPaid: Means<World>[] = [
  loads('all is met', terms(inShillings('129.5')), isMet),
  {
    ...loads('all is met, by another rate', terms(inShillings('130.25')), isMet),
    when: isRepricing,
  },
  missing,
  loads('notifications are asked for', terms({ notification_required: true }), notifications),
  loads('one is pending', terms({ balance: '25.0600', pending: requests.pending }), () => null),
  loads(
    'one is in review',
    terms({ balance: '25.0600', pending: requests.in_review, notification_required: true }),
    notifications,
  ),
];

/** The same at the first look, or when the terms are asked for to send the same amount again. */
const missingAtFirst: Means<World> = {
  ...missing,
  when: (snapshot) =>
    isSeen(snapshot) &&
    (snapshot.context.terms === null || (isResending(snapshot) && !snapshot.context.isOutdated)),
};

/** Somebody who has set where the money goes, and somebody who has not. */
export const beginnings: readonly Beginning<World>[] = [
  {
    name: 'a member',
    input: { idPrefix: 'n', permission: 'default', signs, openOffers: ['recoveryCodes'] },
    begin: begin(payee),
    means: [...loadingOfPaid, ...form],
  },
  {
    name: 'a member whose last one failed',
    input: { idPrefix: 'failed', permission: 'default', signs, openOffers: ['recoveryCodes'] },
    begin: beginFailed,
    means: [loads('all is met', terms(inShillings('129.5')), isMet), missingAtFirst],
  },
  {
    name: 'a member who was never paid',
    input: { idPrefix: 'n', permission: 'default', signs, openOffers: ['recoveryCodes'] },
    begin: begin(null),
    means: [loads('no info yet', terms(), () => null)],
  },
];

const isKnown = (snapshot: AnyMachineSnapshot) =>
  isSeen(snapshot) && !isRepricing(snapshot) && !isResending(snapshot);

export const loading: Means<World>[] = [
  {
    name: 'the terms do not come',
    by: 'network',
    events: [failed('loadTerms', { kind: 'offline' })],
    when: isKnown,
    act: quiet(({ stand }) => stand.answer('withdrawConfig', failing('cut'))),
  },
  {
    name: 'the terms take too long',
    by: 'clock',
    events: [failed('loadTerms', { kind: 'timeout' })],
    when: isKnown,
    act: async ({ pass, world }) => {
      world.error = SLOW;
      await pass(15_000);
    },
    says: () => [SLOW],
  },
];

const refusal = (
  name: string,
  failure: unknown,
  said: string,
  answer: Failure,
  changes: Partial<World> = {},
): Means<World> => ({
  name,
  by: 'network',
  events: [failed('submitWithdrawal', failure)],
  act: quiet(async ({ stand, world }) => {
    Object.assign(world, { error: said, ...changes });
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
  refusal(
    'another account was set elsewhere',
    { kind: 'refused', reason: 'wdinfo_changed' },
    'Your withdrawal info has changed. Please check it and try again.',
    refusedFor('wdinfo_changed'),
    { payee: otherPayee },
  ),
  refusal(
    'another sum would arrive',
    { kind: 'refused', reason: 'pay_changed' },
    'The exchange rate has changed. Please check the new amount.',
    refusedFor('pay_changed'),
    { isRepriced: true },
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
