import { makeRecoveryCodes } from '../../../contract/recovery.calls.ts';
import { recoveryMachine } from '../../../machines/recovery.machine.ts';
import { printWith } from '../../ports/print.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

/** Class of the root element while it prints: the styles of the sheet hide all but the codes on paper. */
const PRINTS = 'prints-codes';

const provideRecovery = ({ api }: Effects) =>
  recoveryMachine.provide({
    actors: promises(recoveryMachine, {
      sendForm: async ({ input, signal }) =>
        (await api(makeRecoveryCodes, input, { signal })).codes,
    }),
    actions: { print: () => printWith(PRINTS) },
  });

export const startRecovery: SheetStart = (effects) => ({
  id: 'recovery',
  logic: provideRecovery(effects),
  input: undefined,
});
