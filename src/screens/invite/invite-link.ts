import type { Toasts } from '../../app/toasts.ts';

/** Where a friend begins: the page for new users, with the code. */
export const inviteLinkOf = (code: string) =>
  `${location.origin}/newuser?invite_code=${encodeURIComponent(code)}`;

/** Puts the link on the clipboard and says whether that worked. */
export async function copyLink(link: string, toasts: Toasts): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toasts.show({ kind: 'linkCopied' });
  } catch {
    toasts.show({ kind: 'linkCopyFailed' });
  }
}
