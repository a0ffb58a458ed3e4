import { type AccountKind, type KindOfAccount, kindOf, parseAccount } from './kinds.ts';

/** Kinds of accounts that are easy to get: anybody gets any number of them within minutes, under any name. */
const EASY: ReadonlySet<AccountKind> = new Set([
  'bitcoin',
  'email',
  'evm',
  'text',
  'tron',
  'upi',
  'username',
]);

/**
 * Tests for accounts that are hard to get, in kinds that have both: PIX's phones and tax numbers, and IBANs in texts.
 */
const IS_HARD: Partial<Record<AccountKind, (account: string) => boolean>> = {
  pix: (account) => /^(?:\+\d+|\d{11}|[0-9A-Z]{12}\d{2})$/.test(account),
  text: (account) => parseAccount('iban', account, '') !== null,
};

/** Whether an account is easy to get. @param account as it is stored */
export function isEasyToGet(
  { account_type, account_kind }: KindOfAccount,
  account: string,
): boolean {
  const kind = account_kind ?? kindOf[account_type];
  const isHard = IS_HARD[kind];
  return isHard ? !isHard(account) : EASY.has(kind);
}
