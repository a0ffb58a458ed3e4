import { agree } from '../../../contract/agreement.calls.ts';
import { agreementMachine } from '../../../machines/agreement.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const provideAgreement = ({ api }: Effects) =>
  agreementMachine.provide({
    actors: promises(agreementMachine, {
      sendAgreement: async ({ input, signal }) => {
        await api(agree, { agreed: input.pages }, { signal });
      },
    }),
  });

/** @param pages the new versions, as the server names them */
export const startAgreement =
  (pages: string): SheetStart =>
  (effects) => ({ id: 'agreement', logic: provideAgreement(effects), input: { pages } });
