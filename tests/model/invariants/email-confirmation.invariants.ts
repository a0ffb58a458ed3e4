import { type Invariants, invariant } from './invariant.ts';

const RESTING = ['lost', 'confirmed', 'unconfirmed', 'sent', 'refused'] as const;

export const emailConfirmation: Invariants = {
  invariants: [
    invariant(
      'the address is loaded each time it is shown, and by a press after a failure',
      (run) =>
        (run.was(...RESTING) && run.on('opened')) || (run.was('lost') && run.on('retry.pressed')),
      (run) => run.is('loading') && run.begins('loadEmail').length === 1,
    ),
    invariant(
      'the newest answer is shown',
      (run) => run.gets('loadEmail') || run.gets('sendLink'),
      (run) => run.context.present === run.event.output,
    ),
    invariant(
      'a confirmed address is shown as confirmed',
      (run) => (run.gets('loadEmail') || run.gets('sendLink')) && run.event.output.confirmed,
      (run) => run.is('confirmed'),
    ),
    invariant(
      'an unconfirmed address can be sent a link, and a sent link is shown as sent',
      (run) => (run.gets('loadEmail') || run.gets('sendLink')) && !run.event.output.confirmed,
      (run) => run.is(run.gets('loadEmail') ? 'unconfirmed' : 'sent'),
    ),
    invariant(
      'a link is sent only by a press, one at a time',
      (run) => run.begins('sendLink').length > 0,
      (run) =>
        run.on('send.pressed') &&
        run.was('unconfirmed', 'sent', 'refused') &&
        run.is('sending') &&
        run.begins('sendLink').length === 1,
    ),
    invariant(
      'a failure is shown, and the call can be tried again',
      (run) => run.loses('loadEmail') || run.loses('sendLink'),
      (run) =>
        run.is(run.loses('loadEmail') ? 'lost' : 'refused') &&
        run.context.failure.kind === run.event.error.kind,
    ),
  ],
};
