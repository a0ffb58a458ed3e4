import { formLaws, refusalLaw } from './form.parts.ts';
import { type Laws, law } from './law.ts';

const OPEN = ['editing', 'incomplete', 'refused', 'unused'] as const;

export const proof: Laws = {
  laws: [
    ...formLaws({ again: 'unused' }),
    refusalLaw(),
    law(
      'that it was given is told once, when the server has said so',
      (run) =>
        run.gets('sendForm') ||
        run.gets('sendSigned') ||
        run.tells('proof.ended').some(({ isGiven }) => isGiven),
      (run) =>
        (run.gets('sendForm') || run.gets('sendSigned')) &&
        run.tells('proof.ended').length === 1 &&
        run.tells('proof.ended')[0]?.isGiven === true &&
        run.is('closed'),
    ),
    law(
      'who closes it has not given it, and it is not closed while it is being sent',
      (run) => run.on('dialog.closed') && !run.was('closed'),
      (run) =>
        run.was('sending', 'signing')
          ? !run.is('closed')
          : run.is('closed') && run.tells('proof.ended')[0]?.isGiven === false,
    ),
    law(
      'it is told to the one that asked for it last',
      (run) =>
        run.tells('proof.ended').length > 0 || (run.was('closed') && run.on('proof.requested')),
      (run) =>
        run.was('closed')
          ? run.context.recipient === run.event.recipient
          : run.tells('proof.ended')[0]?.recipient === run.known.recipient,
    ),
    law(
      'a passkey is asked for where there is one, by the newest options',
      (run) => run.begins('choose').length > 0 || (run.was(...OPEN) && run.on('passkey.pressed')),
      (run) =>
        run.known.options === null
          ? run.begins('choose').length === 0
          : run.is('choosing') && run.given<string>('choose') === run.known.options,
    ),
    law(
      'what was signed is sent, and nothing else',
      (run) => run.gets('choose') || run.begins('sendSigned').length > 0,
      (run) => run.is('signing') && run.given<string>('sendSigned') === run.event.output,
    ),
    law(
      'that none was used is said',
      (run) => run.loses('choose'),
      (run) => run.is('unused'),
    ),
    law(
      'options that were used up are asked for anew, and why they did not do is said after that',
      (run) => run.loses('sendSigned') || (run.was('asking') && run.known.failure !== null),
      (run) =>
        run.loses('sendSigned')
          ? run.is('asking') &&
            run.context.options === null &&
            run.context.failure.kind === run.event.error.kind
          : run.is('asking', 'refused', 'closed'),
    ),
    law(
      'without options the password alone is asked for',
      (run) => run.loses('askOptions'),
      (run) => run.is('editing', 'refused') && run.context.options === null,
    ),
    law(
      'a press opens it anew, with nothing of the last time',
      (run) => run.was('closed') && run.on('proof.requested'),
      (run) => run.is('asking') && run.context.failure === null && run.context.options === null,
    ),
  ],
};
