import { forgotPassword } from '../../../contract/forgot.calls.ts';
import { forgotMachine } from '../../../machines/forgot.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

const provideForgot = ({ api }: Effects) =>
  forgotMachine.provide({
    actors: promises(forgotMachine, {
      sendForm: async ({ input, signal }) => {
        await api(forgotPassword, input, { signal });
      },
    }),
  });

export const startForgot: Start = (effects) => ({ id: 'forgot', logic: provideForgot(effects) });
