import { earning as model } from '../models.earning.ts';
import { count, extraViews, offline, refused } from '../samples.ts';
import { always, type Invariants, invariant } from './invariant.ts';

/** A day at its limit, with shares that still add views, or none. */
const spent = {
  ...model,
  events: [
    { type: 'count.loaded', count: { ...count, remaining: 0 } },
    { type: 'count.changed', remaining: 0 },
    { type: 'count.changed', remaining: 0, isPaused: false },
    { type: 'count.changed', isPaused: false },
    { type: 'count.changed', isPaused: true },
    { type: 'share.counted' },
    { type: 'share.counted' },
    { type: 'limit.dismissed' },
    { type: 'minute.began', nowMs: 120_000 },
    // one clip is the smallest positive count
    { type: 'count.loaded', count: { ...count, remaining: 1 } },
  ],
  outcomes: {
    addExtraViews: {
      done: [extraViews],
      error: [refused('no_extra_left'), refused('limit_not_reached'), offline],
    },
  },
};

const over = ['reached', 'dismissed', 'spent', 'finished'];

export const earning: Invariants = {
  runs: [spent],
  invariants: [
    always('state open: paid clips are left today', (run) => {
      const { count: known } = run.context;
      return !run.is('open') || known?.remaining > 0;
    }),
    invariant(
      'rewards are paused from a claim or a list that reports it, until a claim or a list reports the opposite',
      (run) => run.past.length > 0,
      (run) => {
        const isPaused = run.known.isPaused ?? false;
        const isResumed = isPaused && run.on('count.changed') && run.event.isPaused === false;
        const isNow = run.on('count.loaded')
          ? run.event.isPaused === true
          : run.on('count.changed')
            ? (run.event.isPaused ?? isPaused)
            : isPaused;
        return (
          (run.context.isPaused ?? false) === isNow &&
          run.tells('rewards.due').length === (isResumed ? 1 : 0)
        );
      },
    ),
    invariant(
      'the last paid clip leads to reached if a share can add views, else to spent',
      (run) =>
        run.on('count.loaded', 'count.changed') &&
        run.was('open', 'unknown') &&
        run.context.count?.remaining === 0,
      (run) => run.is(run.context.count.extraSharesLeft > 0 ? 'reached' : 'spent'),
    ),
    invariant(
      'the day’s counts are those of the server',
      (run) => run.on('count.loaded') || (run.on('count.changed') && run.known.count !== null),
      (run) =>
        run.on('count.loaded')
          ? run.context.count === run.event.count
          : run.context.count.remaining === (run.event.remaining ?? run.known.count.remaining) &&
            run.context.count.extraSharesLeft === run.known.count.extraSharesLeft,
    ),
    invariant(
      'another day, or a higher limit, leads back to open',
      (run) => run.on('count.loaded') && run.event.count.remaining > 0 && run.was(...over),
      (run) => run.is('open'),
    ),
    invariant(
      'a counted share adds views only after the limit was reached, and while shares can add views',
      (run) => run.on('share.counted'),
      (run) => run.begins('addExtraViews').length === (run.was('reached', 'dismissed') ? 1 : 0),
    ),
    invariant(
      'limit.viewsAdded is sent only after the server has added views, with its number',
      (run) => run.gets('addExtraViews') || run.tells('limit.viewsAdded').length > 0,
      (run) => {
        const { extra_views, remaining_today, limit_today, extra_shares_left } = run.event.output;
        const { remaining, dailyLimit, extraSharesLeft } = run.context.count;
        return (
          run.tells('limit.viewsAdded')[0]?.views === extra_views &&
          run.is('open') &&
          [remaining, dailyLimit, extraSharesLeft].join() ===
            [remaining_today, limit_today, extra_shares_left].join()
        );
      },
    ),
    invariant(
      'a failed request for views is reported, and the dialog stays as it was',
      (run) => run.loses('addExtraViews') && run.event.error.kind === 'offline',
      (run) =>
        (run.context.count.remaining > 0
          ? run.is('open')
          : run.is(run.was('addingViews.unseen') ? 'dismissed' : 'reached')) &&
        run.tells('limit.viewsRefused')[0]?.failure.kind === run.event.error.kind,
    ),
    invariant(
      'when the day allows no more views the day is spent, which is reported if the dialog is closed',
      (run) => run.loses('addExtraViews') && run.event.error.reason === 'no_extra_left',
      (run) =>
        (run.context.count.remaining > 0 ||
          run.is(run.was('addingViews.unseen') ? 'finished' : 'spent')) &&
        run.context.count.extraSharesLeft === 0 &&
        run.tells('limit.viewsRefused').length === (run.was('addingViews.unseen') ? 1 : 0),
    ),
    invariant(
      'if the server answers that the limit was not reached, limit.outdated is sent, and the dialog is closed',
      (run) => run.loses('addExtraViews') && run.event.error.reason === 'limit_not_reached',
      (run) => run.tells('limit.outdated').length === 1 && run.is('dismissed', 'open'),
    ),
    invariant(
      'a dismissed dialog stays dismissed',
      (run) => run.on('limit.dismissed') && run.was('reached', 'spent', 'addingViews.seen'),
      (run) =>
        run.is(
          run.was('reached') ? 'dismissed' : run.was('spent') ? 'finished' : 'addingViews.unseen',
        ),
    ),
    invariant(
      'a new minute is stored, and changes no state',
      (run) => run.on('minute.began'),
      (run) =>
        run.context.nowMs === run.event.nowMs &&
        run.context.count === run.known.count &&
        JSON.stringify(run.now.after.value) === JSON.stringify(run.now.before?.value),
    ),
    invariant(
      'a repeated count of 0 changes no state',
      (run) =>
        run.was('dismissed', 'finished', 'reached', 'spent') &&
        run.on('count.changed') &&
        run.event.remaining === 0,
      (run) => run.now.after.value === run.now.before?.value,
    ),
  ],
};
