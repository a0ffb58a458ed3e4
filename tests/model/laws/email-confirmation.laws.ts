import { type Laws, law } from './law.ts';

const RESTING = ['lost', 'confirmed', 'unconfirmed', 'sent', 'refused'] as const;

export const emailConfirmation: Laws = {
  laws: [
    law(
      'it is asked for anew each time that it is shown, and at a press after a failure',
      (run) =>
        (run.was(...RESTING) && run.on('opened')) || (run.was('lost') && run.on('retry.pressed')),
      (run) => run.is('loading') && run.begins('loadEmail').length === 1,
    ),
    law(
      'the newest answer is what is shown',
      (run) => run.gets('loadEmail') || run.gets('sendLink'),
      (run) => run.context.present === run.event.output,
    ),
    law(
      'a confirmed address is told to be, and is sent nothing more',
      (run) => (run.gets('loadEmail') || run.gets('sendLink')) && run.event.output.confirmed,
      (run) => run.is('confirmed'),
    ),
    law(
      'an unconfirmed one may be sent a link, and that one is on its way is said',
      (run) => (run.gets('loadEmail') || run.gets('sendLink')) && !run.event.output.confirmed,
      (run) => run.is(run.gets('loadEmail') ? 'unconfirmed' : 'sent'),
    ),
    law(
      'a link is sent at a press alone, and once at a time',
      (run) => run.begins('sendLink').length > 0,
      (run) =>
        run.on('send.pressed') &&
        run.was('unconfirmed', 'sent', 'refused') &&
        run.is('sending') &&
        run.begins('sendLink').length === 1,
    ),
    law(
      'what goes wrong is said, and may be tried again',
      (run) => run.loses('loadEmail') || run.loses('sendLink'),
      (run) =>
        run.is(run.loses('loadEmail') ? 'lost' : 'refused') &&
        run.context.failure.kind === run.event.error.kind,
    ),
  ],
};
