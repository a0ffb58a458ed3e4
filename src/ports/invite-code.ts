/** The query field of a link that names who invites. */
export const INVITE_FIELD = 'invite_code';

/** The code in this page's own address, if somebody was invited by it. */
export function inviteCodeOfPage(): string | null {
  return new URLSearchParams(location.search).get(INVITE_FIELD);
}
