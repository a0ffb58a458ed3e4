import { createHash } from 'node:crypto';
import type * as calls from '../../../contract/calls.ts';
import { inTransaction } from '../../database/database.ts';
import { writeAudit } from '../audit.ts';
import type { Handler } from '../context.ts';
import { notifyOwner } from '../notify-owner.ts';
import { assertRecentProof } from '../proof.ts';
import { relyingPartyOf } from './relying-party.ts';

/** The id of a passkey in the contract; the browser's credential id is never sent. */
export const passkeyIdOf = (credentialId: Buffer) =>
  createHash('sha256').update(credentialId).digest('hex').slice(0, 32);

const ID = `encode(substr(sha256(credential_id), 1, 16), 'hex')`;

interface Row {
  readonly passkey: string;
  readonly name: string;
  readonly created_at: Date;
  readonly used_at: Date | null;
}

/** @throws NotOffered where the server's address allows no passkeys */
export const passkeys: Handler<typeof calls.passkeys> = async ({ db, site }, { userId }) => {
  relyingPartyOf(site);
  const { rows } = await db.query<Row>(
    `select ${ID} as passkey, name, created_at, used_at from passkey where user_id = $1
     order by coalesce(used_at, created_at) desc, credential_id`,
    [userId],
  );
  return {
    list: rows.map(({ created_at, used_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    })),
  };
};

export const renamePasskey: Handler<typeof calls.renamePasskey> = async (
  { db },
  { userId },
  { passkey, name },
) => {
  await db.query(`update passkey set name = $3 where user_id = $1 and ${ID} = $2`, [
    userId,
    passkey,
    name,
  ]);
  return {};
};

/** Removes a passkey and notifies its owner. @throws Refusal proof_too_old */
export const removePasskey: Handler<typeof calls.removePasskey> = (
  { db, now, site },
  caller,
  { passkey },
) =>
  inTransaction(db, async (transaction) => {
    const { userId } = caller;
    await assertRecentProof(transaction, caller, now);
    const { rowCount } = await transaction.query(
      `delete from passkey where user_id = $1 and ${ID} = $2`,
      [userId, passkey],
    );
    if (rowCount !== 1) return {};
    await notifyOwner({ db: transaction, now, site }, userId, 'passkey_removed');
    const what = { user_id: Number(userId) };
    await writeAudit(transaction, { who: `user ${userId}`, action: 'passkey removed', what }, now);
    return {};
  });
