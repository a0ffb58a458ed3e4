import { push as model } from '../models.push.ts';
import { ended, offline } from '../samples.ts';
import { goesOnline } from './attention.ts';
import { always, isOn, type Laws, law, type Run } from './law.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
const isHere = (run: Run) =>
  run.moments.findLast(isOn('session.started', 'session.left'))?.event.type === 'session.started';

/** Somebody who is there, and may be told. */
const told = {
  ...model,
  input: { permission: 'granted', canInstall: false },
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

export const push: Laws = {
  runs: [told],
  lasts: {
    asking: 5 * 60_000,
    'asking.answering': 3_000,
    'granted.restoring': 60_000,
    'granted.fetching': 60_000,
    // doubles from a second, until there were too many failures
    'granted.retrying.pausing': ({ failures }) => 1_000 * 2 ** (failures - 1),
    'granted.synced': ({ ageMs }) => WEEK_MS - ageMs,
  },
  calm: ['asking', 'granted.synced'],
  laws: [
    law(
      'a log-out, also while the token is being restored, erases none that is stored',
      (run) => run.on('session.left'),
      (run) =>
        run.does('storeToken').length === 0 &&
        run.context.kept === run.known.kept &&
        !run.context.isSynced &&
        !run.context.hasUser &&
        run.does('markStoredUnsynced').length === (run.was('granted') ? 1 : 0),
    ),
    law(
      'nothing is fetched or sent but under a permission, and for somebody who is logged in',
      (run) =>
        ['restoreToken', 'fetchToken', 'syncToken'].some((src) => run.begins(src).length > 0),
      (run) => run.context.permission === 'granted' && isHere(run),
    ),
    always(
      'nobody is asked for a token where push is not set up',
      (run) => run.begins('fetchToken').length === 0 || run.context.isSetUp === true,
    ),
    law(
      'the server is sent the token that is kept',
      (run) => run.begins('syncToken').length > 0,
      (run) =>
        run.context.kept !== null &&
        run
          .begins('syncToken')
          .every(({ input }) => (input as { kept: unknown }).kept === run.context.kept),
    ),
    law(
      'the server knows the token only when it has said so, and that is stored',
      (run) => run.gets('syncToken') || (run.context.isSynced && !(run.known?.isSynced ?? false)),
      (run) =>
        run.gets('restoreToken') ||
        (run.gets('syncToken') &&
          run.is('granted.synced') &&
          run.context.isSynced &&
          run.context.failures === 0 &&
          run.does('storeToken').length === 1),
    ),
    law(
      'a token that was fetched is kept and stored; another one than before is not known to the server',
      (run) => run.gets('fetchToken'),
      (run) =>
        run.context.kept === run.event.output &&
        run.context.ageMs === 0 &&
        run.does('storeToken').length === 1 &&
        run.context.isSynced ===
          (run.known.isSynced && run.known.kept?.token === run.event.output.token),
    ),
    law(
      'what was kept is what is known, and a token of a week, or none, is fetched anew',
      (run) => run.gets('restoreToken'),
      (run) => {
        const { isSetUp, kept, isSynced, ageMs } = run.event.output;
        if (run.context.kept !== kept || run.context.isSetUp !== isSetUp) return false;
        if (!isSetUp) return run.is('granted.notSetUp');
        if (kept === null || ageMs >= WEEK_MS) return run.is('granted.fetching');
        return run.is(isSynced ? 'granted.synced' : 'granted.syncing');
      },
    ),
    law(
      'without the permission no token is kept, here or on the device',
      (run) => run.comesTo('denied', 'default'),
      (run) =>
        run.context.kept === null && !run.context.isSynced && run.does('storeToken').length === 1,
    ),
    law(
      'where push stands is what the permission says',
      (run) => !run.is('asking'),
      (run) => run.is(run.context.permission),
    ),
    law(
      'a permission that changes is known and told, wherever it is changed',
      (run) => run.on('permission.changed'),
      (run) => {
        const isOther = run.event.permission !== run.known.permission;
        return (
          run.context.permission === run.event.permission &&
          run.tells('push.permissionChanged').length === (isOther ? 1 : 0)
        );
      },
    ),
    law(
      'whoever wants to be told is asked, where that can help, and hears how it ended',
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
    law(
      'an answer ends the question; a no is said in the words of who asked',
      (run) =>
        run.was('asking') &&
        (run.gets('askPermission') || run.loses('askPermission') || run.waitedOut('asking')),
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
    law(
      'what the server or the push service refuses is logged, and what may pass is tried again, five times',
      (run) =>
        run.loses('fetchToken') ||
        run.loses('restoreToken') ||
        run.loses('syncToken') ||
        run.waitedOut('granted.fetching') ||
        run.waitedOut('granted.restoring'),
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
    law(
      'somebody who comes begins anew, and what failed goes on when the connection is back or at a press',
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
    law(
      'whoever comes after somebody else is told of what the browser has now, not of what it had',
      (run) => run.on('session.started') && run.was('granted') && !run.known.hasUser,
      (run) => run.is('granted.restoring') && run.begins('restoreToken').length === 1,
    ),
    law(
      'a token that the browser has replaced, or that is a week old, is fetched anew',
      (run) =>
        (run.on('subscription.changed') || run.waitedOut('granted.synced')) &&
        run.was('granted.synced', 'granted.syncing'),
      (run) => run.is('granted.fetching'),
    ),
    law(
      'a question that is put away can be put again, and a pause ends',
      (run) => run.waitedOut('asking.answering') || run.waitedOut('granted.retrying.pausing'),
      (run) => run.is('asking.unanswered', 'granted.syncing'),
    ),
    law(
      'a message is told, and a finger on a notification leads to its screen',
      (run) => run.on('message.received', 'notification.pressed'),
      (run) =>
        run.on('message.received')
          ? run.tells('push.received')[0]?.kind === run.event.kind
          : run.tells('push.opened')[0]?.link === run.event.link,
    ),
  ],
};
