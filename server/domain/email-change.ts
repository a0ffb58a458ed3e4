import type * as calls from '../../contract/calls.ts';
import { type Database, inTransaction } from '../database/database.ts';
import {
  type Caller,
  type Context,
  type Handler,
  InvalidField,
  NotOffered,
  Refusal,
} from './context.ts';
import { mailEmailLink } from './email-links.ts';
import { type Email, keyOfName, readEmail } from './emails.ts';
import { takeSlots, type Window } from './limits.ts';
import { proveIdentity } from './proof.ts';
import { digestName } from './sealed-emails.ts';
import { hashToken } from './sessions.ts';
import { HOUR } from './time.ts';

/** Mails per hour to one address: anybody who has the address can request them. */
const MAX_TO_ONE = 3;
/** Mails per hour that one person requests, to all addresses together. */
const MAX_OF_ONE = 5;

/** The limit of requested mails to one address: reset links and confirmation links are counted together. */
export async function windowOfMailbox(db: Database, { plain }: Email): Promise<Window> {
  const name = await digestName(db, keyOfName(plain));
  return { bucket: `forgot:email:${name}`, limit: MAX_TO_ONE, lengthMs: HOUR };
}

/** @throws Refusal too_many_attempts */
export async function countMail({ db, now }: Context, userId: bigint, to: Email): Promise<void> {
  const own = { bucket: `email:user:${userId}`, limit: MAX_OF_ONE, lengthMs: HOUR };
  const seconds = await takeSlots(db, [own, await windowOfMailbox(db, to)], now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
}

/**
 * Queues the link. A concurrent password change runs before this transaction, which then fails, or after it, and then
 * deletes the link.
 */
async function queue(context: Context, { userId, token }: Caller, address: Email, oldHash: string) {
  await countMail(context, userId, address);
  await inTransaction(context.db, async (db) => {
    const link = { kind: 'confirm', userId, address, sessionHash: hashToken(token) } as const;
    await mailEmailLink(db, link, context.now);
    const { rowCount } = await db.query(
      'select from account where user_id = $1 and password_hash = $2 and deleted_at is null for share',
      [userId, oldHash],
    );
    if (rowCount !== 1) throw new Refusal('invalid_credentials');
  });
}

/**
 * Queues a link to the new address. The mail sender checks whether the address is taken, so the answer and the work are
 * the same for every address.
 * @throws NotOffered where no mails are sent; InvalidField
 * @throws Refusal invalid_credentials, proof_too_old, too_many_attempts
 */
export const changeEmail: Handler<typeof calls.changeEmail> = async (context, caller, input) => {
  if (!context.site.mails) throw new NotOffered('mails are not set up');
  const address = readEmail(input.email);
  if (!address) throw new InvalidField('email', 'an e-mail address');
  await queue(context, caller, address, await proveIdentity(context, caller, input.password));
  return {};
};
