import { changePassword } from '../../../contract/password.calls.ts';
import { passwordMachine } from '../../../machines/password.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { System } from '../system/root.ts';

const providePassword = ({ api }: Effects) =>
  passwordMachine.provide({
    actors: promises(passwordMachine, {
      sendForm: async ({ input, signal }) => {
        await api(changePassword, input, { signal });
      },
    }),
  });

/** Starts it, unless it runs already: its code has come with the sheet that it is behind. */
export const startPassword = ({ root, effects }: System) =>
  root.send({
    type: 'module.fetched',
    output: [{ id: 'password', logic: providePassword(effects), input: undefined }],
  });
