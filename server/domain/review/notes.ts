import type { Database } from '../../database/database.ts';
import { isEasyToGet } from '../payout-accounts/easy.ts';
import { type KindOfAccount, kindOf } from '../payout-accounts/kinds.ts';
import { DAY } from '../time.ts';
import { findSharedOrigin, SEEN_LIFETIME_MS } from './seen-from.ts';

/** Additional information for a reviewer: it stops no withdrawal, because it is true of many honest people, too. */
export interface Note {
  readonly about: 'payout_account' | 'seen_from';
  readonly text: string;
}

interface Request extends KindOfAccount {
  readonly user_id: bigint;
  readonly account: string;
}

export async function notesOf(db: Database, request: Request, now: Date): Promise<Note[]> {
  return [
    { about: 'payout_account', text: classOf(request) },
    { about: 'seen_from', text: await togetherOf(db, request, now) },
  ];
}

function classOf({ account, account_kind, account_type }: Request): string {
  const kind = account_kind ?? kindOf[account_type];
  if (account === '') return `kind of the payout account: ${kind}; the account is erased`;
  const effort = isEasyToGet({ account_kind, account_type }, account)
    ? 'easy to get: anybody can get another one within minutes'
    : 'hard to get: a bank, a card issuer or a carrier knows its owner';
  return `kind of the payout account: ${kind}, ${effort}`;
}

async function togetherOf(db: Database, { user_id }: Request, now: Date): Promise<string> {
  const what =
    `accounts that asked for payments in the last ${SEEN_LIFETIME_MS / DAY} days from one block of ` +
    'addresses that this one was seen from, with the same browser and system';
  const together = await findSharedOrigin(db, user_id, now);
  if (!together) return `${what}: not known`;
  const { accounts, browser, system } = together;
  return `${what}: ${accounts} (${browser}${system ? ` on ${system}` : ''})`;
}
