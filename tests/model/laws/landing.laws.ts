import { landing as model } from '../models.share.ts';
import { type Laws, law } from './law.ts';

/** An offer that is there. */
const offered = {
  ...model,
  outcomes: { loadOffer: { done: model.outcomes.loadOffer?.done ?? [] } },
};

const isUnknown = (error: { kind: string; status?: number }) =>
  error.kind === 'refused' || (error.kind === 'faulted' && error.status === 400);

export const landing: Laws = {
  runs: [offered],
  laws: [
    law(
      'a ticket is kept only by whoever has watched for as long as the offer says, and once',
      (run) => run.does('storeTicket').length > 0 || run.comesTo('ready.watched'),
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
    law(
      'whoever has watched long enough has the ticket',
      (run) =>
        run.was('ready.watching') &&
        run.on('xstate.snapshot.clip') &&
        run.event.snapshot.context.watchedMs >= 5_000,
      (run) => run.is('ready.watched') && run.does('storeTicket').length === 1,
    ),
    law(
      'a code that nobody has is said to be unknown, and goes with no registration',
      (run) => run.was('loading') && run.loses('loadOffer') && isUnknown(run.event.error),
      (run) => run.is('unknown') && run.does('clearInviteCode').length === 1,
    ),
    law(
      'a code is forgotten for no other reason',
      (run) => run.does('clearInviteCode').length > 0,
      (run) => run.loses('loadOffer') && isUnknown(run.event.error),
    ),
    law(
      'an offer that does not come is said, and asked for at a press and when the connection is back',
      (run) =>
        (run.loses('loadOffer') && !isUnknown(run.event.error)) ||
        (run.was('failed') && run.on('retry.pressed', 'connectivity.restored')),
      (run) =>
        run.was('failed')
          ? run.is('loading') && run.begins('loadOffer').length === 1
          : run.is('failed') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'the clip of the offer plays, for the offer’s own time, and claims nothing here',
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
    law(
      'the clip is silent while nobody looks, and goes on when somebody does',
      (run) => run.was('ready') && run.on('visibility.changed'),
      (run) => {
        const sent = run.now.sent.filter(({ to }) => to === 'clip').map(({ event }) => event.type);
        return (
          sent.join() ===
          (run.event.isVisible ? 'stage.uncovered,stage.recovered' : 'stage.covered')
        );
      },
    ),
    law(
      'what of the clip failed is tried again when the connection is back',
      (run) => run.was('ready') && run.on('connectivity.restored'),
      (run) => run.sends('stage.recovered').length === 1,
    ),
    law(
      'whoever wants to register is led there, with or without an offer',
      (run) => run.on('register.pressed') && run.was('ready', 'unknown'),
      (run) => run.does('goRegister').length === 1,
    ),
  ],
};
