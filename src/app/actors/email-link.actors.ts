import { confirmEmail, undoEmail } from '../../../contract/email.calls.ts';
import { type EmailLink, emailLinkMachine } from '../../../machines/email-link.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import { navigate, paths } from '../system/paths.ts';
import type { Start } from '../system/starts.ts';
import { checkSession } from './check-session.ts';
import { readLink } from './link-address.ts';

/** The code in a mailed link; mail readers may add characters of their own. */
const CODE = /[0-9a-f]{40}/;

/** Takes the link out of the page's address and history, where others may read it. */
function takeLink(): EmailLink | null {
  const given = readLink();
  const kind = (['confirm', 'undo'] as const).find((each) => given.has(each));
  if (kind === undefined) return null;
  navigate(paths.reset, { replace: true });
  const code = CODE.exec(given.get(kind) ?? '')?.[0];
  return code === undefined ? null : { kind, code };
}

const provideEmailLink = (effects: Effects) =>
  emailLinkMachine.provide({
    actors: promises(emailLinkMachine, {
      takeLink: async () => takeLink(),
      useLink: async ({ input: { kind, code }, signal }) => {
        if (kind === 'confirm') {
          const { changed } = await effects.api(confirmEmail, { code }, { signal });
          return { isChanged: changed, passwordCode: null };
        }
        const { code: passwordCode } = await effects.api(undoEmail, { code }, { signal });
        return { isChanged: true, passwordCode };
      },
    }),
    actions: {
      checkSession: () => checkSession(effects),
    },
  });

export const startEmailLink: Start = (effects) => ({
  id: 'emailLink',
  logic: provideEmailLink(effects),
});
