import { recoverAccount } from '../../../contract/recover.calls.ts';
import { info } from '../../../contract/user.calls.ts';
import { recoverMachine } from '../../../machines/recover.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

const provideRecover = ({ api, storage }: Effects) =>
  recoverMachine.provide({
    actors: promises(recoverMachine, {
      sendForm: async ({ input, signal }) => {
        await api(recoverAccount, input, { signal });
      },
    }),
    actions: {
      checkSession: () => {
        // that it is over, whoever makes calls says to all
        if (storage.session.read()) api(info, {}).catch(() => undefined);
      },
    },
  });

export const startRecover: Start = (effects) => ({
  id: 'recover',
  logic: provideRecover(effects),
});
