import { changeEmail } from '../../../contract/email.calls.ts';
import { emailChangeMachine } from '../../../machines/email-change.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { System } from '../system/root.ts';

const provideEmailChange = ({ api }: Effects) =>
  emailChangeMachine.provide({
    actors: promises(emailChangeMachine, {
      sendForm: async ({ input, signal }) => {
        await api(changeEmail, input, { signal });
      },
    }),
  });

/** Starts it, unless it runs already: its code has come with the sheet that it is behind. */
export const startEmailChange = ({ root, effects }: System) =>
  root.send({
    type: 'module.fetched',
    output: [{ id: 'emailChange', logic: provideEmailChange(effects), input: undefined }],
  });
