import type * as calls from '../../contract/calls.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { LookupTaken, moveLookups } from './account-lookups.ts';
import { writeAudit } from './audit.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { isTaken, mailEmailLink } from './email-links.ts';
import { type Email, keyOfName } from './emails.ts';
import type { EmailLinkKind } from './mail-queue.ts';
import { deletePasskeys } from './passkeys/end.ts';
import { attemptCode, endLinks, lockLinks, makeResetLink } from './reset-links.ts';
import { emailWriter, openEmail, storedEmail } from './sealed-emails.ts';
import { hashToken, invalidateSessions } from './sessions.ts';

/** A valid link and its account. */
interface Proof {
  readonly link_id: bigint;
  readonly user_id: bigint;
  readonly session_hash: Buffer | null;
  /** the address of the link */
  readonly address: Email;
  /** the address of the account */
  readonly present: Email;
}

interface ProofRow extends Omit<Proof, 'address' | 'present'> {
  readonly email: string;
  readonly email_key: string;
  readonly present_email: string;
  readonly present_key: string;
}

/**
 * Finds the link of a code, and locks all links of the person and the account.
 * @returns null: the link is unknown, used or expired, the account is deleted or blocked, or the address is another
 * person's
 */
async function findProof(
  db: Database,
  kind: EmailLinkKind,
  codeHash: Buffer,
  now: Date,
): Promise<Proof | null> {
  const owner = await db.query<{ user_id: bigint }>(
    'select user_id from email_link where code_hash = $1 and kind = $2',
    [codeHash, kind],
  );
  const userId = owner.rows[0]?.user_id;
  if (userId === undefined) return null;
  await lockLinks(db, userId);
  // sealing cannot begin before this transaction ends: `isTaken` would miss an address that was sealed meanwhile
  await emailWriter(db);
  // an `undo` link works for a blocked account too: owners can always restore their own address
  const { rows } = await db.query<ProofRow>(
    `select link_id, user_id, session_hash, link.email, link.email_key,
       account.email as present_email, account.email_key as present_key
     from email_link as link join account using (user_id)
     where user_id = $4 and code_hash = $1 and kind = $2 and expires_at > $3 and deleted_at is null
       and (blocked_at is null or kind = 'undo')
     for update of account`,
    [codeHash, kind, now, userId],
  );
  const [row] = rows;
  if (!row) return null;
  const open = (stored: string) => openEmail(db, userId, stored);
  const address = { plain: open(row.email), key: row.email_key };
  if (await isTaken(db, userId, address, now)) return null;
  return { ...row, address, present: { plain: open(row.present_email), key: row.present_key } };
}

/** Sets the account's e-mail to the address of a link: a person who opens the link receives mails at this address. */
async function setEmail(db: Database, { user_id: userId, address, present }: Proof, now: Date) {
  const stored = storedEmail(await emailWriter(db), userId, address);
  await db.query(
    'update account set email = $2, email_key = $3, email_confirmed_at = $4 where user_id = $1',
    [userId, stored.email, stored.email_key, now],
  );
  await moveLookups(db, 'email', [{ userId, from: present.key, to: stored.email_key }]);
}

async function note(db: Database, { user_id: userId }: Proof, action: string, now: Date) {
  const what = { user_id: Number(userId) };
  await writeAudit(db, { who: `user ${userId}`, action, what }, now);
}

/** @returns whether the address changed; null: the link is not valid */
async function confirm(db: Database, codeHash: Buffer, now: Date): Promise<boolean | null> {
  const proof = await findProof(db, 'confirm', codeHash, now);
  if (!proof) return null;
  const { user_id: userId, present, session_hash: survivingTokenHash } = proof;
  await setEmail(db, proof, now);
  if (keyOfName(present.plain) === keyOfName(proof.address.plain)) {
    await db.query('delete from email_link where link_id = $1', [proof.link_id]);
    await note(db, proof, 'e-mail confirmed', now);
    return false;
  }
  // ends this link, and all reset links: some may have been sent to the old address
  await endLinks(db, userId);
  await invalidateSessions(db, userId, now, survivingTokenHash);
  // the address is empty where it was lost with the data key
  if (present.plain !== '') {
    await mailEmailLink(db, { kind: 'undo', userId, address: present, sessionHash: null }, now);
  }
  await note(db, proof, 'e-mail changed', now);
  return true;
}

/**
 * Restores the address, and ends all sessions. Deletes the e-mail links made since the change, and all reset links,
 * recovery codes and passkeys: they may be a stranger's.
 * @returns the code of a reset link, since a stranger may know the present password; null: the link is not valid
 */
async function undo(db: Database, codeHash: Buffer, now: Date): Promise<string | null> {
  const proof = await findProof(db, 'undo', codeHash, now);
  if (!proof) return null;
  const { user_id: userId, link_id: linkId } = proof;
  await setEmail(db, proof, now);
  await db.query('delete from email_link where user_id = $1 and link_id >= $2', [userId, linkId]);
  // all recovery codes: a stranger may have made some before the change
  await db.query('delete from recovery_code where user_id = $1', [userId]);
  await deletePasskeys(db, userId);
  await endLinks(db, userId);
  await invalidateSessions(db, userId, now, null);
  await note(db, proof, 'e-mail change undone', now);
  return (await makeResetLink(db, userId, now)).code;
}

/** @throws Refusal link_over, also where another person registers with the address at the same moment */
async function redeemEmailLink<Result>(
  context: Context,
  code: string,
  work: (db: Database, codeHash: Buffer, now: Date) => Promise<Result | null>,
): Promise<Result> {
  let result: Result | null = null;
  await attemptCode(context, async () => {
    result = await inTransaction(context.db, (db) => work(db, hashToken(code), context.now)).catch(
      (error: { constraint?: string }) => {
        if (error instanceof LookupTaken || error.constraint === 'account_email') return null;
        throw error;
      },
    );
    return result !== null;
  });
  if (result === null) throw new Refusal('link_over');
  return result;
}

/**
 * Confirms an address. If it replaces another address, mails an `undo` link to the old address, and ends all sessions
 * except the session that requested the change; for that session, the confirmation is no proof of identity.
 * @throws Refusal link_over, too_many_attempts
 */
export const confirmEmail: Handler<typeof calls.confirmEmail> = async (context, _caller, input) => {
  return { changed: await redeemEmailLink(context, input.code, confirm) };
};

/** Restores the address of an `undo` link, and ends all sessions. @throws Refusal link_over, too_many_attempts */
export const undoEmail: Handler<typeof calls.undoEmail> = async (context, _caller, input) => {
  return { code: await redeemEmailLink(context, input.code, undo) };
};
