import { landing as model } from '../models.share.ts';
import { type Invariants, invariant } from './invariant.ts';

/** A landing page whose offer loads. */
const offered = {
  ...model,
  outcomes: { loadOffer: { done: model.outcomes.loadOffer?.done ?? [] } },
};

const isUnknown = (error: { kind: string; status?: number }) =>
  error.kind === 'refused' || (error.kind === 'faulted' && error.status === 400);

export const landing: Invariants = {
  runs: [offered],
  invariants: [
    invariant(
      'the watch ticket is stored only after the offer’s watch time',
      (run) => run.does('storeTicket').length > 0 || run.hasEntered('ready.watched'),
      (run) => {
        const tickets = run.moments
          .flatMap(({ did }) => did)
          .filter(({ type }) => type === 'storeTicket');
        const { watchedMs, video } = run.event.snapshot.context;
        return (
          run.on('xstate.snapshot.clip') &&
          watchedMs >= video.watch_seconds * 1_000 &&
          tickets.length >= 1
        );
      },
    ),
    invariant(
      'after the watch time the ticket is stored',
      (run) =>
        run.was('ready.watching') &&
        run.on('xstate.snapshot.clip') &&
        run.event.snapshot.context.watchedMs >= 5_000,
      (run) => run.is('ready.watched') && run.does('storeTicket').length === 1,
    ),
    invariant(
      'an unknown invite code is shown as unknown, and cleared',
      (run) => run.was('loading') && run.loses('loadOffer') && isUnknown(run.event.error),
      (run) => run.is('unknown') && run.does('clearInviteCode').length === 1,
    ),
    invariant(
      'the invite code is cleared only when it is unknown',
      (run) => run.does('clearInviteCode').length > 0,
      (run) => run.loses('loadOffer') && isUnknown(run.event.error),
    ),
    invariant(
      'a failed load of the offer is shown, and retried by a press or a restored connection',
      (run) =>
        (run.loses('loadOffer') && !isUnknown(run.event.error)) ||
        (run.was('failed') && run.on('retry.pressed', 'connectivity.restored')),
      (run) =>
        run.was('failed')
          ? run.is('loading') && run.begins('loadOffer').length === 1
          : run.is('failed') && run.context.failure.kind === run.event.error.kind,
    ),
    invariant(
      'the clip of the offer plays with the offer’s watch time, and cannot be claimed here',
      (run) => run.gets('loadOffer'),
      (run) => {
        const { video, eligibility, isSoundOn } = run.given('video');
        const { id, watch_seconds } = video as Record<string, unknown>;
        const { output } = run.event;
        return (
          run.is('ready.watching') &&
          run.context.offer === output &&
          run.context.failure === null &&
          id === output.video.id &&
          watch_seconds === output.watch_seconds &&
          eligibility === 'closed' &&
          isSoundOn === false &&
          run.sends('stage.entered').length === 1 &&
          run.sends('stage.covered').length === (run.known.isVisible ? 0 : 1)
        );
      },
    ),
    invariant(
      'hiding the page covers the clip, showing it resumes the clip',
      (run) => run.was('ready') && run.on('visibility.changed'),
      (run) => {
        const sent = run.now.sent.filter(({ to }) => to === 'clip').map(({ event }) => event.type);
        return (
          sent.join() ===
          (run.event.isVisible ? 'stage.uncovered,stage.recovered' : 'stage.covered')
        );
      },
    ),
    invariant(
      'a restored connection retries the clip',
      (run) => run.was('ready') && run.on('connectivity.restored'),
      (run) => run.sends('stage.recovered').length === 1,
    ),
    invariant(
      'a press on Register leads to the registration, with or without an offer',
      (run) => run.on('register.pressed') && run.was('ready', 'unknown'),
      (run) => run.does('goRegister').length === 1,
    ),
  ],
};
