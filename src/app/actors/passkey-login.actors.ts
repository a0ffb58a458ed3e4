import { passkeyLoginOptions } from '../../../contract/passkey-login.calls.ts';
import { passkeyLoginMachine } from '../../../machines/passkey-login.machine.ts';
import { choosePasskey, fillInPasskey } from '../../ports/passkeys.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const providePasskeyLogin = ({ api }: Effects) =>
  passkeyLoginMachine.provide({
    actors: promises(
      passkeyLoginMachine,
      {
        askOptions: async ({ signal }) => (await api(passkeyLoginOptions, {}, { signal })).options,
        fillIn: ({ input, signal }) => fillInPasskey(input, signal),
        choose: ({ input, signal }) => choosePasskey(input, signal),
      },
      // no time limit: the dialog ends when the challenge expires, and autofill is renewed before that
      ['fillIn', 'choose'],
    ),
  });

export const startPasskeyLogin: SheetStart = (effects) => ({
  id: 'passkeyLogin',
  logic: providePasskeyLogin(effects),
  input: undefined,
});
