import type { Database } from '../../database/database.ts';
import { MARK, sealPrefix } from '../../database/seal.ts';
import { lookupHash, moveLookups, removeLookups } from '../account-lookups.ts';
import { keyOfName } from '../emails.ts';
import { transitionOf } from '../payout-steps.ts';
import { emailWriter, makeLookupKey, openEmail, storedEmail } from '../sealed-emails.ts';
import { writingKey } from './current-key.ts';

/** Counts of values that are lost with a key. */
export interface Lost {
  /** people who have to set their payout account again */
  readonly accounts: number;
  /** people who have to set their e-mail again */
  readonly emails: number;
  /** withdrawals that lose their payout account, in any status */
  readonly withdrawals: number;
  /** the part of these withdrawals in no batch yet: they can no longer be paid */
  readonly unpaid: number;
  /** files of payout batches */
  readonly files: number;
  /** whether the key of the e-mails' hashes is lost too: then the e-mails that are not lost get new hashes */
  readonly lookup: boolean;
}

const SEALED_FILE = "starts_with(convert_from(content, 'LATIN1'), $1)";

/** Counts the values sealed with a key, and changes nothing. */
export async function countSealed(db: Database, keyId: string): Promise<Lost> {
  const { rows } = await db.query<Lost>(
    `select
       (select count(*) from payout_info where starts_with(account, $1))::int as accounts,
       (select count(*) from account where starts_with(email, $1))::int as emails,
       (select count(*) from withdrawal where starts_with(account, $1))::int as withdrawals,
       (select count(*) from withdrawal
        where starts_with(account, $1) and (step = 'in_review' or step = any($2)))::int as unpaid,
       (select count(*) from payout_batch where ${SEALED_FILE})::int as files,
       exists (select from email_lookup where starts_with(sealed_key, $1)) as lookup`,
    [sealPrefix({ id: keyId }), transitionOf('batch.exported').from],
  );
  return rows[0] as Lost;
}

/**
 * Erases payout accounts: their owners must enter them again. The random names of the accounts (`account_key`) stay,
 * and show which withdrawals have the same account.
 */
async function forgetAccounts(db: Database, begin: string, now: Date): Promise<void> {
  await db.query('delete from payout_info where starts_with(account, $1)', [begin]);
  await db.query("update withdrawal set account = '' where starts_with(account, $1)", [begin]);
  await db.query(
    `update payout_batch set content = '', erased_at = coalesce(erased_at, $2) where ${SEALED_FILE}`,
    [begin, now],
  );
  await db.query(
    `update payout_account set account_hash = null, sealed_key = null
     where starts_with(sealed_key, $1)`,
    [begin],
  );
}

/** Erases e-mails: their owners then have none, and log in by username. */
async function forgetEmails(db: Database, begin: string): Promise<void> {
  await db.query('delete from email_link where starts_with(email, $1)', [begin]);
  await db.query('delete from mail where starts_with(sealed_key, $1)', [begin]);
  const { rows } = await db.query<{ user_id: bigint; email_key: string }>(
    'select user_id, email_key from account where starts_with(email, $1)',
    [begin],
  );
  await db.query(
    // no address has this key, because no address begins with the mark
    `update account set email = '', email_key = $2 || 'lost ' || user_id::text, email_confirmed_at = null
     where starts_with(email, $1)`,
    [begin, MARK],
  );
  await removeLookups(
    db,
    rows.map(({ user_id: userId, email_key }) => ({
      userId,
      hash: lookupHash('email', email_key),
    })),
  );
}

/** Makes a new key for the hashes of e-mails, and hashes again the e-mails that are not lost. */
async function remakeLookup(db: Database): Promise<void> {
  await db.query('delete from email_lookup');
  await db.query('delete from mail where starts_with(email_key, $1)', [MARK]);
  await db.query('delete from email_link where starts_with(email_key, $1)', [MARK]);
  const key = await writingKey(db);
  if (key) await makeLookupKey(db, key);
  const writer = await emailWriter(db);
  const { rows } = await db.query<{ user_id: bigint; email: string; email_key: string }>(
    `select user_id, email, email_key from account
     where email <> '' and starts_with(email_key, $1) order by user_id`,
    [MARK],
  );
  const taken = new Set<string>();
  for (const { user_id: userId, email, email_key: from } of rows) {
    const plain = openEmail(db, userId, email);
    const own = keyOfName(plain);
    // addresses from before full case folding may share a key: the oldest account gets it, as in sealing
    const key = taken.has(own) ? `${own} of ${userId}` : own;
    taken.add(own);
    const stored = storedEmail(writer, userId, { plain, key });
    await db.query('update account set email = $2, email_key = $3 where user_id = $1', [
      ...[userId, stored.email, stored.email_key],
    ]);
    await moveLookups(db, 'email', [{ userId, from, to: stored.email_key }]);
  }
}

/**
 * Empties all values sealed with a lost key, within a transaction that already writes with another key. The ledger,
 * names and passwords are not touched.
 */
export async function forgetKey(db: Database, keyId: string, now: Date): Promise<Lost> {
  const lost = await countSealed(db, keyId);
  const begin = sealPrefix({ id: keyId });
  await forgetAccounts(db, begin, now);
  await forgetEmails(db, begin);
  if (lost.lookup) await remakeLookup(db);
  return lost;
}
