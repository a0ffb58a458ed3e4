import { randomInt } from 'node:crypto';
import type { ParsedInputOf } from '../../contract/call.ts';
import type { checkIn } from '../../contract/calls.ts';
import { INVITE_CODE_LENGTH, INVITE_CODE_LETTERS } from '../../contract/invite-code.ts';
import { addLookups, lookupHash } from './account-lookups.ts';
import type { Context } from './context.ts';
import type { Email } from './emails.ts';
import { emailWriter, storedEmail, storedKey } from './sealed-emails.ts';

export type Form = Extract<ParsedInputOf<typeof checkIn>, { tab: 'register' }>;

/** A form with a valid e-mail. */
export interface RegisterInput extends Form {
  /** keys that find equal names, and skeletons that find similar ones */
  readonly keys: {
    readonly username: string;
    readonly email: string;
    readonly skeletons: readonly string[];
  };
}

export const addressOf = ({ email, keys }: RegisterInput): Email => ({
  plain: email,
  key: keys.email,
});

function makeInviteCode(): string {
  return Array.from(
    { length: INVITE_CODE_LENGTH },
    () => INVITE_CODE_LETTERS[randomInt(INVITE_CODE_LETTERS.length)],
  ).join('');
}

interface Hashes {
  readonly passwordHash: string;
  /** hash of the address block of the request */
  readonly blockHash: Buffer;
}

interface Stored {
  /** the stored address and its key */
  readonly email: readonly [string, string];
  readonly inviteCode: string;
}

async function insertRows(
  { db, now, visitor }: Context,
  input: RegisterInput,
  { email, inviteCode }: Stored,
  inviters: readonly bigint[],
  { passwordHash, blockHash }: Hashes,
): Promise<bigint | null> {
  const { rows } = await db.query<{ user_id: bigint }>(
    `with created as (
       insert into account (username, username_key, email, email_key, password_hash, country,
         language, invite_code, inviter_id, created_at, password_changed_at, key_folding,
         username_skeletons)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, 2, $13)
       on conflict do nothing returning user_id
     ),
     new_wallet as (insert into wallet (user_id) select user_id from created),
     new_progress as (insert into progress (user_id) select user_id from created),
     new_block as (
       insert into registration_block (user_id, block_hash, registered_at)
       select user_id, $12, $10 from created
     ),
     new_friends as (
       insert into friend (user_id, friend_id, level, created_at)
       select inviter, created.user_id, level, $10
       from created, unnest($11::bigint[]) with ordinality as inviters (inviter, level)
     )
     select user_id from created`,
    [
      input.username,
      input.keys.username,
      ...email,
      passwordHash,
      input.country ?? visitor.country,
      input.language ?? null,
      inviteCode,
      inviters[0] ?? null,
      now,
      inviters,
      blockHash,
      input.keys.skeletons,
    ],
  );
  return rows[0]?.user_id ?? null;
}

/**
 * Inserts the account, its lookup keys, wallet, progress, address block and friendships, in a transaction.
 * @returns null: a name is taken
 * @throws LookupTaken: roll back
 */
export async function insertAccount(
  context: Context,
  input: RegisterInput,
  inviters: readonly bigint[],
  hashes: Hashes,
): Promise<bigint | null> {
  const { db } = context;
  const writer = await emailWriter(db);
  const address = addressOf(input);
  const emailKey = storedKey(writer, address.key);
  const inviteCode = makeInviteCode();
  const stored = { email: [writer ? '' : address.plain, emailKey], inviteCode } as const;
  const userId = await insertRows(context, input, stored, inviters, hashes);
  if (userId === null) return null;
  if (writer) {
    // the sealed e-mail is bound to its row, so it needs the new id
    const { email } = storedEmail(writer, userId, address);
    await db.query('update account set email = $2 where user_id = $1', [userId, email]);
  }
  const leading = [
    lookupHash('username', input.keys.username),
    lookupHash('email', emailKey),
    lookupHash('invite_code', inviteCode),
  ];
  await addLookups(
    db,
    leading.map((hash) => ({ userId, hash })),
  );
  return userId;
}
