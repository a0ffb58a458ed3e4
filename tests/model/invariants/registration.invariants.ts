import { type Invariants, invariant, type Run } from './invariant.ts';

/** The server requires a proof of work, and sends its challenge. */
const asks = (run: Run) =>
  run.loses('sendForm') &&
  run.event.error.reason === 'proof_needed' &&
  run.event.error.challenge !== undefined;

export const registration: Invariants = {
  lasts: { proving: 120_000 },
  invariants: [
    invariant(
      'the form is sent as typed, first without a proof of work, then with it',
      (run) => run.begins('sendForm').length > 0,
      (run) => {
        const { form, proof } = run.given('sendForm');
        return form === run.context.form && proof === (run.gets('solve') ? run.event.output : '');
      },
    ),
    invariant(
      'the registered user is the one of the server’s answer',
      (run) => run.gets('sendForm'),
      (run) => run.is('entered') && run.now.after.output === run.event.output,
    ),
    invariant(
      'a proof of work is computed for the server’s challenge, at most twice',
      asks,
      (run) =>
        run.known.proofs < 2
          ? run.is('proving') && run.given('solve').challenge === run.event.error.challenge
          : run.is('refused') && run.begins('solve').length === 0,
    ),
    invariant(
      'a proof of work is computed only when the server asks for it',
      (run) => run.begins('solve').length > 0,
      asks,
    ),
    invariant(
      'any other failure ends the registration, and is the output',
      (run) => run.loses('sendForm') && !run.is('proving'),
      (run) => run.is('refused') && run.now.after.output === run.event.error,
    ),
    invariant(
      'a device that cannot compute the proof ends with proof_needed',
      (run) => run.loses('solve'),
      (run) => run.is('refused') && run.now.after.output.reason === 'proof_needed',
    ),
  ],
};
