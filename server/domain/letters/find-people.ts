import { inviteCodeIn } from '../../../contract/invite-code.ts';
import type { Database } from '../../database/database.ts';
import { lookupHash } from '../account-lookups.ts';
import { isAddress } from '../addresses.ts';
import { keyOfName, readEmail } from '../emails.ts';
import { foldName, formerKey } from '../names.ts';
import { readAccount } from '../payout-accounts/account-keys.ts';
import type { MethodOfAccount } from '../payout-accounts/kinds.ts';
import { storedKeysOf } from '../payout-accounts/sealed.ts';
import { hashBlock } from '../review/registration-blocks.ts';
import { openEmails, storedKeysOf as storedEmailKeys } from '../sealed-emails.ts';

export interface FoundPerson {
  readonly user_id: bigint;
  readonly username: string;
  readonly email: string;
  readonly created_at: Date;
  readonly blocked_at: Date | null;
  /** names of the matching attributes, such as `e-mail, invite code` */
  readonly found_by: string;
}

interface MethodRow extends MethodOfAccount {
  readonly countries: readonly string[];
}

/** Computes the account keys of a text, one for each method and country in which the text is a valid account. */
async function accountKeysOf(db: Database, text: string): Promise<string[]> {
  const { rows } = await db.query<MethodRow>(
    'select method, account_type, account_kind, countries from payout_method',
  );
  const keys = rows.flatMap((method) =>
    method.countries.map((country) => readAccount(method, text, country)?.accountKey ?? []),
  );
  return storedKeysOf(db, [...new Set(keys.flat())]);
}

/** Hashes an address, or a block such as `203.0.113.0/24`. */
async function blockOf(db: Database, text: string): Promise<Buffer | null> {
  const address = text.replace(/\/\d{1,3}$/, '');
  return isAddress(address) ? hashBlock(db, address) : null;
}

/** Makes a pattern for `like`, which matches texts with this part. */
const containsPattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * $1 the limit, $2 the hash of an invite code, $3 account keys, $4 the hash of a block, $5 e-mail keys; from $6 on, the
 * patterns of `parts`.
 */
function statementFor(parts: readonly string[]): string {
  const has = (column: string) =>
    `(${parts.map((_, at) => `${column} like $${at + 6}`).join(' or ')})`;
  return `
  with found as (
    (select user_id, case when ${has('username_key')} then 'user name' else 'e-mail' end as by
     from account where ${has('username_key')} or email_key = any($5)
     order by user_id limit $1)
    union all
    select user_id, 'invite code' from account_lookup where lookup_hash = $2
    union all
    (select user_id, 'payout account' from payout_info where account_key = any($3)
     order by user_id limit $1)
    union all
    (select distinct user_id, 'account of a withdrawal' from withdrawal where account_key = any($3)
     order by user_id limit $1)
    union all
    (select user_id, 'block of addresses' from registration_block where block_hash = $4
     order by user_id limit $1)
  )
  select account.user_id, username, email, created_at, blocked_at,
    string_agg(by, ', ' order by by) as found_by
  from found join account using (user_id) group by account.user_id
  order by account.user_id limit $1`;
}

/**
 * Finds people by a part of the username, a whole e-mail or payout account, an invite code, or an address in the block
 * from which they registered. Parts of an e-mail are not searched: it may be sealed.
 * @param limit maximum number of people
 */
export async function findPeople(
  db: Database,
  text: string,
  limit: number,
): Promise<FoundPerson[]> {
  const keys = [foldName(text), formerKey(text), keyOfName(text)];
  // a text of invisible characters folds to an empty text, which every name contains
  const parts = [...new Set(keys)].filter((part) => part !== '');
  const { rows } = await db.query<FoundPerson>(statementFor(parts), [
    limit,
    lookupHash('invite_code', inviteCodeIn(text)),
    await accountKeysOf(db, text),
    await blockOf(db, text),
    readEmail(text) ? await storedEmailKeys(db, keys) : [],
    ...parts.map(containsPattern),
  ]);
  return openEmails(db, rows);
}
