import { formInvariants, refusalInvariant } from './form.parts.ts';
import { type Invariants, invariant } from './invariant.ts';

const OPEN = ['editing', 'incomplete', 'refused', 'unused'] as const;

export const proof: Invariants = {
  invariants: [
    ...formInvariants({ again: 'unused' }),
    refusalInvariant(),
    invariant(
      'a given proof is sent once, after the server has accepted it',
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
    invariant(
      'closing the sheet declines the proof; it cannot be closed while the proof is sending',
      (run) => run.on('dialog.closed') && !run.was('closed'),
      (run) =>
        run.was('sending', 'signing')
          ? !run.is('closed')
          : run.is('closed') && run.tells('proof.ended')[0]?.isGiven === false,
    ),
    invariant(
      'the outcome is sent to the machine that requested the proof last',
      (run) =>
        run.tells('proof.ended').length > 0 || (run.was('closed') && run.on('proof.requested')),
      (run) =>
        run.was('closed')
          ? run.context.recipient === run.event.recipient
          : run.tells('proof.ended')[0]?.recipient === run.known.recipient,
    ),
    invariant(
      'a press asks for a passkey with the newest options, if there are any',
      (run) => run.begins('choose').length > 0 || (run.was(...OPEN) && run.on('passkey.pressed')),
      (run) =>
        run.known.options === null
          ? run.begins('choose').length === 0
          : run.is('choosing') && run.given<string>('choose') === run.known.options,
    ),
    invariant(
      'only the signed passkey is sent',
      (run) => run.gets('choose') || run.begins('sendSigned').length > 0,
      (run) => run.is('signing') && run.given<string>('sendSigned') === run.event.output,
    ),
    invariant(
      'a choice without a passkey is shown as such',
      (run) => run.loses('choose'),
      (run) => run.is('unused'),
    ),
    invariant(
      'after a refused passkey new options are loaded, and then the reason is shown',
      (run) => run.loses('sendSigned') || (run.was('asking') && run.known.failure !== null),
      (run) =>
        run.loses('sendSigned')
          ? run.is('asking') &&
            run.context.options === null &&
            run.context.failure.kind === run.event.error.kind
          : run.is('asking', 'refused', 'closed'),
    ),
    invariant(
      'without options only the password is asked for',
      (run) => run.loses('askOptions'),
      (run) => run.is('editing', 'refused') && run.context.options === null,
    ),
    invariant(
      'a request opens the sheet, without the last failure and options',
      (run) => run.was('closed') && run.on('proof.requested'),
      (run) => run.is('asking') && run.context.failure === null && run.context.options === null,
    ),
  ],
};
