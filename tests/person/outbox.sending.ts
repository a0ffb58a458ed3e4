import { type AnyEventObject, type AnyMachineSnapshot, transition } from 'xstate';
import { outboxMachine } from '../../machines/outbox/outbox.machine.ts';
import { after, done, failed, type Means, person, sleeps, storeSession } from './driver.ts';
import { TOKEN, user } from './facts.ts';
import {
  ad,
  answerFor,
  batchOf,
  clip,
  isDelayed,
  keyOf,
  LATER_MS,
  paidWords,
  renew,
  rewards,
  share,
  TOO_OLD,
  task,
  WAITS,
  type World,
} from './outbox.facts.ts';
import { type Failure, failing, refusedFor } from './stand.ts';

const follow = (from: AnyMachineSnapshot, events: readonly AnyEventObject[]) =>
  events.reduce<AnyMachineSnapshot>(
    (at, event) => transition(outboxMachine, at as never, event as never)[0],
    from,
  );

/** Which of those that are sent were earned on a day that is over is told as they are sent. */
const dated = (at: AnyMachineSnapshot): AnyEventObject[] =>
  at.matches({ sending: 'calling' })
    ? [
        {
          type: 'claims.backdated',
          backdated: batchOf(at).filter((id) => id === ad.id),
        },
      ]
    : [];

export const withDates = (means: Means<World>): Means<World> => ({
  ...means,
  events: (before) => {
    const events = typeof means.events === 'function' ? means.events(before) : means.events;
    return [...events, ...dated(follow(before, events))];
  },
});

const isSending =
  (...ids: string[]): NonNullable<Means<World>['when']> =>
  (at) =>
    at.value.sending === 'calling' && JSON.stringify(batchOf(at)) === JSON.stringify(ids);

/** What comes of the call of these claims. */
const answered = (
  name: string,
  ids: string[],
  event: AnyEventObject,
  answer: (world: World) => object,
  rest: Partial<Means<World>> & { and?: (world: World) => void } = {},
): Means<World> => {
  const { and, ...others } = rest;
  return {
    name: `${name}: ${ids.join()}`,
    by: 'network',
    events: [event],
    when: isSending(...ids),
    act: async (scene) => {
      await answerFor(scene, ids, answer(scene.world));
      and?.(scene.world);
    },
    ...others,
  };
};

const fails = (name: string, ids: string[], failure: Failure, error: object, rest: object = {}) =>
  answered(name, ids, failed('sendClaims', error), () => failing(failure), rest);

const delayedWords = (_: World, at: AnyMachineSnapshot) =>
  [share.id, task.id]
    .filter((id) => batchOf(at).includes(id) && !isDelayed(at, id))
    .map(() => WAITS);

export const breaks = (ids: string[]) =>
  fails('the connection breaks', ids, 'cut', { kind: 'offline' }, { says: delayedWords });

/** What becomes of a claim that is sent alone. */
export const alone = (id: string): Means<World>[] => {
  const reward = { ...rewards[id], ...(id === clip.id && { remaining_today: 8 }) };
  return [
    answered(
      'is paid',
      [id],
      done('sendClaims', { results: [{ id, answer: reward }], gone: [] }),
      () => reward,
      { says: () => [paidWords[id] ?? ''] },
    ),
    breaks([id]),
  ];
};

const refused = (reason: string, retryAfter?: number) => ({
  kind: 'refused',
  reason,
  ...(retryAfter && { retryAfter }),
});

export const aloneAnd = (id: string): Means<World>[] => [
  fails('is too old', [id], refusedFor('claim_expired'), refused('claim_expired'), {
    says: () => [TOO_OLD],
  }),
  fails('is too early', [id], refusedFor('too_early', LATER_MS), refused('too_early', LATER_MS), {
    and: (world: World) => renew(world, id),
  }),
  fails('is paused', [id], refusedFor('paused_by_operator'), refused('paused_by_operator'), {
    and: (world: World) => renew(world, id),
  }),
];

const two = [share.id, clip.id];
export const together: Means<World>[] = [
  answered(
    'both are paid',
    two,
    done('sendClaims', {
      results: two.map((id) => ({ id, answer: rewards[id] })),
      gone: [],
    }),
    (world) => ({ results: two.map((id) => ({ key: keyOf(world, id), data: rewards[id] })) }),
    { says: () => two.map((id) => paidWords[id] ?? '') },
  ),
  answered(
    'one is paid, of the other nothing is said',
    two,
    done('sendClaims', {
      results: [
        { id: share.id, answer: rewards[share.id] },
        { id: clip.id, failure: { kind: 'malformed' } },
      ],
      gone: [],
    }),
    (world) => ({ results: [{ key: keyOf(world, share.id), data: rewards[share.id] }] }),
    { says: () => [paidWords[share.id] ?? ''] },
  ),
  fails('one of them is at fault', two, { faulted: 400 }, { kind: 'faulted', status: 400 }),
  breaks(two),
];

export const setOnline =
  (isOnline: boolean): Means<World>['act'] =>
  ({ page, world }) => {
    world.isOffline = !isOnline;
    return page.evaluate((value) => {
      Object.defineProperty(navigator, 'onLine', { value, configurable: true });
      dispatchEvent(new Event(value ? 'online' : 'offline'));
    }, isOnline);
  };

export const goesOffline: Means<World> = {
  name: 'the connection is gone',
  by: 'network',
  events: [{ type: 'connectivity.changed', isOnline: false }],
  when: ({ context }) => !context.isOffline,
  act: setOnline(false),
};

export const network: Means<World>[] = [
  goesOffline,
  {
    name: 'the connection is back',
    by: 'network',
    events: [{ type: 'connectivity.changed', isOnline: true }, { type: 'send.due' }],
    when: ({ context }) => context.isOffline,
    act: setOnline(true),
  },
  {
    ...sleeps<World>('nobody answers for 20 s', 20_000, [
      failed('sendClaims', { kind: 'timeout' }),
    ]),
    says: delayedWords,
  },
  sleeps('the longest wait is over', 8_000, [after('backOff', 'outbox.sending.waiting')]),
  sleeps('what was too early is due', LATER_MS, [after('askedPause', 'outbox.sending.pausing')]),
  sleeps('ten minutes are over', 600_000, [after('pausedTime', 'outbox.rewards.paused')]),
];

export const sendsNow: Means<World>['act'] = ({ page }) =>
  page.getByRole('button', { name: 'Send now' }).click();
export const looksAgain: Means<World>['act'] = ({ page }) =>
  page.evaluate(() => dispatchEvent(new Event('focus')));
/** Without any left it has nothing to press, and is no more than a moment in sending. */
const isWaiting = ({ value, context }: AnyMachineSnapshot) =>
  context.queue.length > 0 &&
  (value.sending === 'waiting' || (value.sending === 'empty' && value.rewards === 'paused'));

export const looking: Means<World>[] = [
  person('sends it now', [{ type: 'send.pressed' }], sendsNow, isWaiting),
  person(
    'looks again',
    [{ type: 'send.due' }],
    looksAgain,
    (at) => isWaiting(at) && at.value.sending === 'waiting',
  ),
];

export const session: Means<World>[] = [
  person(
    'logs out in another window',
    [{ type: 'session.left' }],
    ({ page }) => storeSession(page, null),
    ({ context }) => context.userId !== null,
  ),
  person(
    'logs in in another window',
    [{ type: 'session.started', userId: user.id }],
    ({ page }) => storeSession(page, { token: TOKEN, user }),
    ({ context }) => context.userId === null,
  ),
];
