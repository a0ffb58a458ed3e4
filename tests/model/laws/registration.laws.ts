import { type Laws, law, type Run } from './law.ts';

/** The server asks for a proof, and gives what to do it for. */
const asks = (run: Run) =>
  run.loses('sendForm') &&
  run.event.error.reason === 'proof_needed' &&
  run.event.error.challenge !== undefined;

export const registration: Laws = {
  laws: [
    law(
      'the form is sent as it was typed, first without a proof and then with the one that was done',
      (run) => run.begins('sendForm').length > 0,
      (run) => {
        const { form, proof } = run.given('sendForm');
        return form === run.context.form && proof === (run.gets('solve') ? run.event.output : '');
      },
    ),
    law(
      'who is let in is who the server says',
      (run) => run.gets('sendForm'),
      (run) => run.is('entered') && run.now.after.output === run.event.output,
    ),
    law(
      'a proof is done for the challenge that came with the question, twice at most',
      asks,
      (run) =>
        run.known.proofs < 2
          ? run.is('proving') && run.given('solve').challenge === run.event.error.challenge
          : run.is('refused') && run.begins('solve').length === 0,
    ),
    law('nothing else makes the device work', (run) => run.begins('solve').length > 0, asks),
    law(
      'whatever else the server says ends it, and is said',
      (run) => run.loses('sendForm') && !run.is('proving'),
      (run) => run.is('refused') && run.now.after.output === run.event.error,
    ),
    law(
      'a device that cannot do the proof says so',
      (run) => run.loses('solve'),
      (run) => run.is('refused') && run.now.after.output.reason === 'proof_needed',
    ),
  ],
};
