import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, createActor, fromPromise } from 'xstate';
import type { ModuleInput } from '../../machines/app/events.ts';
import { provideAds } from '../../src/app/actors/ads.actors.ts';
import { provideAuth } from '../../src/app/actors/auth.actors.ts';
import { provideRegistration } from '../../src/app/actors/auth-calls.ts';
import { startDailyShare } from '../../src/app/actors/daily-share.actors.ts';
import { provideEarning } from '../../src/app/actors/earning.actors.ts';
import { startEmailConfirmation } from '../../src/app/actors/email-confirmation.actors.ts';
import { startEmailLink } from '../../src/app/actors/email-link.actors.ts';
import { provideFeed } from '../../src/app/actors/feed.actors.ts';
import { startForgot } from '../../src/app/actors/forgot.actors.ts';
import { provideLanding } from '../../src/app/actors/landing.actors.ts';
import { provideRewards } from '../../src/app/actors/mine.actors.ts';
import { provideOutbox } from '../../src/app/actors/outbox.actors.ts';
import { startPasskeys } from '../../src/app/actors/passkeys.actors.ts';
import { startPush } from '../../src/app/actors/push.actors.ts';
import { startRecover } from '../../src/app/actors/recover.actors.ts';
import { provideSharedToday, startTasks } from '../../src/app/actors/tasks.actors.ts';
import { provideWithdrawal, startWithdrawInfo } from '../../src/app/actors/withdraw.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

const never = () => new Promise<never>(() => undefined);
const empty = { read: () => null, write: () => undefined };
const inviteCode = { ...empty, read: () => 'ABCDEFGH' };

/** The signal of each call; it must be aborted when its actor stops. */
const signals: (AbortSignal | undefined)[] = [];
/** number of calls that the server answers before it stops answering */
let answered = 0;
const api = (_call: unknown, _input: unknown, options?: { signal?: AbortSignal }) => {
  signals.push(options?.signal);
  return signals.length > answered ? never() : Promise.resolve({});
};

/** Effects with a server that answers the first `answered` calls; configuration and country never load. */
const effects = {
  api,
  config: never,
  country: never,
  language: empty,
  rendition: empty,
  serverClock: { nowMs: () => 0 },
  storage: new Proxy({ inviteCode }, { get: (target, name) => Reflect.get(target, name) ?? empty }),
} as unknown as Effects;

const form = { username: 'ada', password: 'secret', email: 'a@b.c', keep: true, inviteCode: '' };
const claims = [{ id: 'a', userId: 3, attempt: 1, earnedAtMs: null, call: 'claimTask', itemId: 1 }];
const context = { user: { id: 3, country: null }, idPrefix: 'n' } as unknown as ModuleInput;

const [dailyShare] = startDailyShare(effects, context);

/** The actors that make a call, by machine, with the input of each. */
const calling: [string, unknown, Record<string, object>][] = [
  ['ads', provideAds(effects), { loadAds: { country: null } }],
  [
    'auth',
    provideAuth(effects),
    { logIn: { form }, loadUser: {}, claimWelcomeReward: {}, logOut: {} },
  ],
  ['dailyShare', dailyShare?.logic, { incrementShare: {} }],
  ['emailConfirmation', startEmailConfirmation(effects).logic, { loadEmail: {}, sendLink: {} }],
  [
    'emailLink',
    startEmailLink(effects, context).logic,
    { useLink: { kind: 'confirm', code: '0' } },
  ],
  [
    'feed',
    provideFeed(effects),
    { loadClips: { isMember: true, knownIds: [], isListLoaded: false } },
  ],
  ['forgot', startForgot(effects, context).logic, { sendForm: { email: 'a@b.c' } }],
  ['landing', provideLanding(effects), { loadOffer: {} }],
  ['earning', provideEarning(effects), { addExtraViews: {} }],
  ['list', provideRewards(effects), { loadPages: { from: 1, to: 7 } }],
  ['outbox', provideOutbox(effects), { sendClaims: { claims } }],
  [
    'passkeys',
    startPasskeys(effects).logic,
    { loadPasskeys: {}, sendForm: {}, addPasskey: {}, renamePasskey: {}, removePasskey: {} },
  ],
  ['push', startPush(effects, context).logic, { syncToken: { kept: { token: 't', keys: null } } }],
  [
    'recover',
    startRecover(effects, context).logic,
    { sendForm: { username: 'ada', code: '0', password: 'secret' } },
  ],
  ['resource', provideSharedToday(effects), { loadValue: { bypassCache: true } }],
  ['tasks', startTasks(effects, context).logic, { loadTasks: {} }],
  ['registration', provideRegistration(effects), { sendForm: { form, proof: '' } }],
  [
    'withdrawal',
    provideWithdrawal(effects),
    { loadTerms: {}, submitWithdrawal: {}, checkWithdrawal: { id: 1 } },
  ],
  [
    'withdrawInfo',
    startWithdrawInfo(effects, context).logic,
    { loadWithdrawInfo: {}, saveWithdrawInfo: { form: {} } },
  ],
];

class SilentWorker {
  postMessage() {}
  terminate() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('Worker', SilentWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const actorsThatCall = calling.flatMap(([name, logic, actors]) =>
  Object.entries(actors).map(([src, input]) => [name, src, logic, input] as const),
);

/** Starts an actor of `actorsThatCall`. @param answers number of calls that the server answers */
function begin([, src, logic, input]: (typeof actorsThatCall)[number], answers = 0) {
  signals.length = 0;
  answered = answers;
  const { actors } = (logic as AnyStateMachine).implementations;
  const actor = createActor(actors[src] as AnyActorLogic, { input });
  actor.subscribe({ error: () => undefined });
  return actor.start();
}

test('stopping an actor aborts its second call, too', async () => {
  const adding = actorsThatCall.find(([, src]) => src === 'addPasskey');
  if (!adding) throw new Error('no actor adds a passkey');
  const actor = begin(adding, 1);
  await vi.advanceTimersByTimeAsync(0);
  actor.stop();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});

test.each(actorsThatCall)(
  '%s: %s fails after 20 s without an answer, and its calls are aborted',
  async (...one) => {
    const actor = begin(one);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(actor.getSnapshot().status).toBe('active');
    await vi.advanceTimersByTimeAsync(1);
    expect(actor.getSnapshot()).toMatchObject({ status: 'error', error: { kind: 'timeout' } });
    expect(signals.map((signal) => signal?.aborted)).toEqual(signals.map(() => true));
  },
);

test('a worker that computes a proof of work is ended by the machine after two minutes', async () => {
  const end = vi.spyOn(SilentWorker.prototype, 'terminate');
  const asks = { kind: 'refused', reason: 'proof_needed', challenge: '{}' };
  const sendForm = fromPromise(() => Promise.reject(asks)) as never;
  const machine = provideRegistration(effects).provide({ actors: { sendForm } });
  const actor = createActor(machine, { input: { form: form as never } }).start();
  await vi.advanceTimersByTimeAsync(119_999);
  expect([actor.getSnapshot().value, end.mock.calls]).toEqual(['proving', []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([actor.getSnapshot().value, end.mock.calls]).toEqual(['refused', [[]]]);
});
