import { myEmail, sendConfirmLink } from '../../../contract/email.calls.ts';
import { emailConfirmationMachine } from '../../../machines/email-confirmation.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const provideEmailConfirmation = ({ api }: Effects) =>
  emailConfirmationMachine.provide({
    actors: promises(emailConfirmationMachine, {
      loadEmail: ({ signal }) => api(myEmail, {}, { signal }),
      sendLink: ({ signal }) => api(sendConfirmLink, {}, { signal }),
    }),
  });

export const startEmailConfirmation: SheetStart = (effects) => ({
  id: 'emailConfirmation',
  logic: provideEmailConfirmation(effects),
  input: undefined,
});
