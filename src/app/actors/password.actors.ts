import { changePassword } from '../../../contract/password.calls.ts';
import { passwordMachine } from '../../../machines/password.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const providePassword = ({ api }: Effects) =>
  passwordMachine.provide({
    actors: promises(passwordMachine, {
      sendForm: async ({ input, signal }) => {
        await api(changePassword, input, { signal });
      },
    }),
  });

export const startPassword: SheetStart = (effects) => ({
  id: 'password',
  logic: providePassword(effects),
  input: undefined,
});
