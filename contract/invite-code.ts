/** No letters or digits that look alike: people read these codes to each other. */
export const INVITE_CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const INVITE_CODE_LENGTH = 8;

/** Query field of an invite link: the inviter's code. */
export const INVITE_FIELD = 'invite_code';

const CODE = new RegExp(`^[${INVITE_CODE_LETTERS}]{${INVITE_CODE_LENGTH}}$`);

/**
 * Finds the invite code in pasted text: a code, or a whole link. Messengers may have changed it: a full stop or a
 * bracket may follow the code, escapes may surround it, and it may have invisible characters, small or wide letters.
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

/** The invite code in the text; where there is none, the trimmed text. */
export const inviteCodeIn = (text: string): string => findInviteCode(text) ?? text.trim();
