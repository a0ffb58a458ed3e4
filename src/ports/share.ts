import { INVITE_FIELD, inviteCodeIn } from '../../contract/invite-code.ts';

/** The app's address; with a code it is the page where that person's friends register. */
export function inviteLink(code: string | null): string {
  if (!code) return new URL('/', location.origin).href;
  const url = new URL('/newuser', location.origin);
  url.searchParams.set(INVITE_FIELD, code);
  return url.href;
}

/** Where a clip is watched; with a code it is that person's invitation too. */
export function clipLink(id: number, code: string | null): string {
  const url = new URL('/', location.origin);
  url.searchParams.set('video', String(id));
  if (code) url.searchParams.set(INVITE_FIELD, code);
  return url.href;
}

/**
 * Where the app is installed from; whoever was invited comes by the invitation again.
 * @param invitedBy the code of whoever invited
 */
export const installLink = (invitedBy: string | null): string =>
  invitedBy ? inviteLink(inviteCodeIn(invitedBy)) : new URL('/install', location.origin).href;

/** @throws when the browser does not allow it */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Whether the system has a share sheet of its own. */
export const canShare = () => 'share' in navigator;

/**
 * Opens the system's share sheet.
 * @param data what is shared, its link and what is said of it
 * @returns `dismissed` when the person closed it
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
