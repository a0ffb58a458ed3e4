import { changeEmail } from '../../../contract/email.calls.ts';
import { emailChangeMachine } from '../../../machines/email-change.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const provideEmailChange = ({ api }: Effects) =>
  emailChangeMachine.provide({
    actors: promises(emailChangeMachine, {
      sendForm: async ({ input, signal }) => {
        await api(changeEmail, input, { signal });
      },
    }),
  });

export const startEmailChange: SheetStart = (effects) => ({
  id: 'emailChange',
  logic: provideEmailChange(effects),
  input: undefined,
});
