import {
  addPasskey,
  passkeyOptions,
  passkeys,
  removePasskey,
  renamePasskey,
} from '../../../contract/passkey.calls.ts';
import { passkeysMachine } from '../../../machines/passkeys.machine.ts';
import { makePasskey } from '../../ports/passkeys.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const providePasskeys = ({ api }: Effects) =>
  passkeysMachine.provide({
    actors: promises(
      passkeysMachine,
      {
        loadPasskeys: async ({ signal }) => (await api(passkeys, {}, { signal })).list,
        sendForm: async ({ input, signal }) =>
          (await api(passkeyOptions, input, { signal })).options,
        makePasskey: ({ input, signal }) => makePasskey(input, signal),
        addPasskey: async ({ input: response, signal }) => {
          await api(addPasskey, { response }, { signal });
          return (await api(passkeys, {}, { signal })).list;
        },
        renamePasskey: async ({ input, signal }) => {
          await api(renamePasskey, input, { signal });
          return input;
        },
        removePasskey: async ({ input: passkey, signal }) => {
          await api(removePasskey, { passkey }, { signal });
        },
      },
      // no time limit: the browser closes its dialog when the challenge expires, after five minutes
      ['makePasskey'],
    ),
  });

export const startPasskeys: SheetStart = (effects) => ({
  id: 'passkeys',
  logic: providePasskeys(effects),
  input: undefined,
});
