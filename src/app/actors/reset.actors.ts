import { resetPassword } from '../../../contract/reset.calls.ts';
import { resetMachine } from '../../../machines/reset.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import { navigate, paths } from '../system/paths.ts';
import type { Start } from '../system/starts.ts';
import { checkSession } from './check-session.ts';
import { readLink } from './link-address.ts';

/** The code in a reset link; messengers and mail readers may add characters of their own. */
const CODE = /[0-9a-f]{40}/;

/** Takes the code out of the page's address and history, where others may read it. */
function takeCode(): string | null {
  const given = readLink().get('code');
  if (given !== null) navigate(paths.reset, { replace: true });
  return CODE.exec(given ?? '')?.[0] ?? null;
}

const provideReset = (effects: Effects) =>
  resetMachine.provide({
    actors: promises(resetMachine, {
      takeCode: async () => takeCode(),
      sendForm: async ({ input, signal }) => {
        await effects.api(resetPassword, input, { signal });
      },
    }),
    actions: { checkSession: () => checkSession(effects) },
  });

export const startReset: Start = (effects) => ({
  id: 'reset',
  logic: provideReset(effects),
});
