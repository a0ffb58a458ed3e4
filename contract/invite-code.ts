/** No letters or digits that look alike: people read these codes to each other. */
export const INVITE_CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const INVITE_CODE_LENGTH = 8;

/** The query field of a link that names who invites. */
export const INVITE_FIELD = 'invite_code';

const CODE = new RegExp(`^[${INVITE_CODE_LETTERS}]{${INVITE_CODE_LENGTH}}$`);

/**
 * The invite code in what people paste and messengers make of a link: with a full stop or a bracket
 * behind it, invisible signs in it, escapes around it, in small or wide letters, or the whole link.
 * @returns the code as the server stores it; null where there is none
 */
export function findInviteCode(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/%[0-9a-f]{2}/gi, ' ');
  const words = (plain.split(`${INVITE_FIELD}=`).pop() ?? '').toUpperCase().split(/[^0-9A-Z]+/);
  return words.find((word) => CODE.test(word)) ?? null;
}

/** The same, or the text itself, trimmed, where there is no code. */
export const inviteCodeIn = (text: string): string => findInviteCode(text) ?? text.trim();
