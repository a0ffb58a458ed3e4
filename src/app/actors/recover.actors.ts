import { recoverAccount } from '../../../contract/recover.calls.ts';
import { recoverMachine } from '../../../machines/recover.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';
import { checkSession } from './check-session.ts';

const provideRecover = (effects: Effects) =>
  recoverMachine.provide({
    actors: promises(recoverMachine, {
      sendForm: async ({ input, signal }) => {
        await effects.api(recoverAccount, input, { signal });
      },
    }),
    actions: { checkSession: () => checkSession(effects) },
  });

export const startRecover: Start = (effects) => ({
  id: 'recover',
  logic: provideRecover(effects),
});
