import { INVITE_FIELD, inviteCodeIn } from '../../contract/invite-code.ts';

/** The app's address; with an invite code, the page where that person's friends register. */
export function inviteLink(code: string | null): string {
  if (!code) return new URL('/', location.origin).href;
  const url = new URL('/newuser', location.origin);
  url.searchParams.set(INVITE_FIELD, code);
  return url.href;
}

/** The address of a clip; with an invite code, it is that person's invitation too. */
export function clipLink(id: number, code: string | null): string {
  const url = new URL('/', location.origin);
  url.searchParams.set('video', String(id));
  if (code) url.searchParams.set(INVITE_FIELD, code);
  return url.href;
}

/**
 * Address at which a person installs the app: the invitation of an invited person, else the install page.
 * @param invitedBy the inviter's code; null: none
 */
export const installLink = (invitedBy: string | null): string =>
  invitedBy ? inviteLink(inviteCodeIn(invitedBy)) : new URL('/install', location.origin).href;

/** Copies a text to the clipboard. @throws when the browser does not allow it */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Whether the browser can open the system's share sheet. */
export const canShare = () => 'share' in navigator;

/**
 * Opens the system's share sheet.
 * @param data link and text to share
 * @returns `dismissed` when the user closed it
 * @throws when it cannot be opened
 */
export async function share(data: ShareData): Promise<'sent' | 'dismissed'> {
  try {
    await navigator.share(data);
    return 'sent';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed';
    throw error;
  }
}
