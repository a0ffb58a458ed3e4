import { push as model } from '../models.push.ts';
import { ended, offline } from '../samples.ts';
import { goesOnline } from './attention.ts';
import { always, type Invariants, invariant, isOn, type Run } from './invariant.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
const isHere = (run: Run) =>
  run.moments.findLast(isOn('session.started', 'session.left'))?.event.type === 'session.started';

/** A member with allowed notifications. */
const told = {
  ...model,
  input: { permission: 'granted', needsInstall: false },
  isWithin: () => true,
  events: [
    { type: 'connectivity.changed', isOnline: true },
    ...['session.left', 'subscription.changed', 'retry.pressed'].map((type) => ({ type })),
    { type: 'session.started', userId: 7 },
    { type: 'session.started', userId: 7 },
  ],
  outcomes: {
    ...model.outcomes,
    restoreToken: { done: model.outcomes.restoreToken?.done?.slice(1) ?? [] },
    syncToken: { done: [undefined], error: [offline, ended] },
  },
};

export const push: Invariants = {
  runs: [told],
  lasts: {
    asking: 5 * 60_000,
    'asking.answering': 3_000,
    'granted.restoring': 60_000,
    'granted.fetching': 60_000,
    // doubles from a second, up to the limit of failures
    'granted.retrying.pausing': ({ failures }) => 1_000 * 2 ** (failures - 1),
    'granted.synced': ({ ageMs }) => WEEK_MS - ageMs,
  },
  calm: ['asking', 'granted.synced'],
  invariants: [
    invariant(
      'a log-out does not erase the stored token, also while it is being restored',
      (run) => run.on('session.left'),
      (run) =>
        run.does('storeToken').length === 0 &&
        run.context.kept === run.known.kept &&
        !run.context.isSynced &&
        !run.context.hasUser &&
        run.does('markStoredUnsynced').length === (run.was('granted') ? 1 : 0),
    ),
    invariant(
      'tokens are fetched and sent only with permission, and for a member',
      (run) =>
        ['restoreToken', 'fetchToken', 'syncToken'].some((src) => run.begins(src).length > 0),
      (run) => run.context.permission === 'granted' && isHere(run),
    ),
    always(
      'no token is fetched where push is not set up',
      (run) => run.begins('fetchToken').length === 0 || run.context.isSetUp === true,
    ),
    invariant(
      'the server is sent the current token',
      (run) => run.begins('syncToken').length > 0,
      (run) =>
        run.context.kept !== null &&
        run
          .begins('syncToken')
          .every(({ input }) => (input as { kept: unknown }).kept === run.context.kept),
    ),
    invariant(
      'a token is marked as synced only after the server’s answer, and that is stored',
      (run) => run.gets('syncToken') || (run.context.isSynced && !(run.known?.isSynced ?? false)),
      (run) =>
        run.gets('restoreToken') ||
        (run.gets('syncToken') &&
          run.is('granted.synced') &&
          run.context.isSynced &&
          run.context.failures === 0 &&
          run.does('storeToken').length === 1),
    ),
    invariant(
      'a fetched token is stored; a new one is not synced',
      (run) => run.gets('fetchToken'),
      (run) =>
        run.context.kept === run.event.output &&
        run.context.ageMs === 0 &&
        run.does('storeToken').length === 1 &&
        run.context.isSynced ===
          (run.known.isSynced && run.known.kept?.token === run.event.output.token),
    ),
    invariant(
      'the stored token is restored; without one, or after a week, a token is fetched',
      (run) => run.gets('restoreToken'),
      (run) => {
        const { isSetUp, kept, isSynced, ageMs } = run.event.output;
        if (run.context.kept !== kept || run.context.isSetUp !== isSetUp) return false;
        if (!isSetUp) return run.is('granted.notSetUp');
        if (kept === null || ageMs >= WEEK_MS) return run.is('granted.fetching');
        return run.is(isSynced ? 'granted.synced' : 'granted.syncing');
      },
    ),
    invariant(
      'without permission no token is stored',
      (run) => run.hasEntered('denied', 'default'),
      (run) =>
        run.context.kept === null && !run.context.isSynced && run.does('storeToken').length === 1,
    ),
    invariant(
      'the state is the permission',
      (run) => !run.is('asking'),
      (run) => run.is(run.context.permission),
    ),
    invariant(
      'a changed permission is stored and sent to the root',
      (run) => run.on('permission.changed'),
      (run) => {
        const isOther = run.event.permission !== run.known.permission;
        return (
          run.context.permission === run.event.permission &&
          run.tells('push.permissionChanged').length === (isOther ? 1 : 0)
        );
      },
    ),
    invariant(
      'a press asks for permission where it is undecided, and is answered in each case',
      (run) => run.on('enable.pressed'),
      (run) => {
        if (run.was('granted', 'unsupported')) return run.tells('push.answered').length === 1;
        if (run.was('asking.answering')) return run.is('asking.answering');
        return (
          run.is('asking.answering') &&
          run.begins('askPermission').length === 1 &&
          run.context.asker === run.event.asker
        );
      },
    ),
    invariant(
      'an answer ends the question; a refusal is reported with its asker',
      (run) =>
        run.was('asking') &&
        (run.gets('askPermission') || run.loses('askPermission') || run.delayEnded('asking')),
      (run) => {
        const isNo = run.gets('askPermission') && run.event.output !== 'granted';
        const refusals = run.tells('push.refused');
        return (
          !run.is('asking') &&
          run.tells('push.answered').at(-1)?.permission === run.context.permission &&
          (!run.gets('askPermission') || run.context.permission === run.event.output) &&
          run.tells('push.permissionChanged').length === (run.gets('askPermission') ? 1 : 0) &&
          refusals.length === (isNo ? 1 : 0) &&
          refusals.every(({ asker }) => asker === run.context.asker) &&
          run.tells('push.askFailed').length === (run.loses('askPermission') ? 1 : 0)
        );
      },
    ),
    invariant(
      'failures are logged, and temporary ones retried five times',
      (run) =>
        run.loses('fetchToken') ||
        run.loses('restoreToken') ||
        run.loses('syncToken') ||
        run.delayEnded('granted.fetching') ||
        run.delayEnded('granted.restoring'),
      (run) => {
        const isSync = run.loses('syncToken');
        if (isSync && run.event.error?.kind === 'sessionEnded') return run.is('granted.waiting');
        const isLogged = run.does('logFailure').length === 1;
        if (!isSync || run.event.error?.kind === 'refused')
          return run.is('granted.failed') && isLogged;
        const failures = Math.min(run.known.failures + 1, 5);
        return (
          isLogged &&
          run.context.failures === failures &&
          run.is(failures < 5 ? 'granted.retrying.pausing' : 'granted.failed')
        );
      },
    ),
    invariant(
      'a new session restarts push, and a failed attempt is retried by a restored connection or a press',
      (run) =>
        (run.on('session.started') && run.was('granted')) ||
        (run.was('granted.failed') && (goesOnline(run) || run.on('retry.pressed'))) ||
        (run.was('granted.retrying') && goesOnline(run)),
      (run) =>
        run.is(
          'granted.restoring',
          'granted.fetching',
          'granted.syncing',
          'granted.synced',
          'granted.notSetUp',
        ) &&
        run.context.hasUser &&
        (!run.on('session.started') || run.context.failures === 0),
    ),
    invariant(
      'the next member’s session restores the token from the browser again',
      (run) => run.on('session.started') && run.was('granted') && !run.known.hasUser,
      (run) => run.is('granted.restoring') && run.begins('restoreToken').length === 1,
    ),
    invariant(
      'a token that the browser has replaced, or that is a week old, is fetched again',
      (run) =>
        (run.on('subscription.changed') || run.delayEnded('granted.synced')) &&
        run.was('granted.synced', 'granted.syncing'),
      (run) => run.is('granted.fetching'),
    ),
    invariant(
      'an unanswered question can be asked again, and a retry follows its delay',
      (run) => run.delayEnded('asking.answering') || run.delayEnded('granted.retrying.pausing'),
      (run) => run.is('asking.unanswered', 'granted.syncing'),
    ),
    invariant(
      'a message is sent to the root, and a pressed notification leads to its link',
      (run) => run.on('message.received', 'notification.pressed'),
      (run) =>
        run.on('message.received')
          ? run.tells('push.received')[0]?.kind === run.event.kind
          : run.tells('push.opened')[0]?.link === run.event.link,
    ),
  ],
};
