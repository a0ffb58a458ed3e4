import { proofOptions, proveByPasskey, proveByPassword } from '../../../contract/proof.calls.ts';
import { type ProofRecipient, proofMachine } from '../../../machines/proof.machine.ts';
import { hasPasskeys } from '../../ports/passkey-support.ts';
import { choosePasskey } from '../../ports/passkeys.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const provideProof = ({ api }: Effects) =>
  proofMachine.provide({
    actors: promises(
      proofMachine,
      {
        askOptions: async ({ signal }) => {
          // a browser without passkeys is offered none
          if (!hasPasskeys()) return null;
          return (await api(proofOptions, {}, { signal })).options;
        },
        sendForm: async ({ input, signal }) => {
          await api(proveByPassword, input, { signal });
        },
        choose: ({ input, signal }) => choosePasskey(input, signal),
        sendSigned: async ({ input: response, signal }) => {
          await api(proveByPasskey, { response }, { signal });
        },
      },
      // no time limit: the browser closes its dialog when the challenge expires, after five minutes
      ['choose'],
    ),
  });

export const startProof =
  (recipient: ProofRecipient): SheetStart =>
  (effects) => ({
    id: 'proof',
    logic: provideProof(effects),
    input: { recipient },
  });
