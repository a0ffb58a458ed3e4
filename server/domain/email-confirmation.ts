import type * as calls from '../../contract/calls.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { type Context, type Handler, NotOffered, Unavailable } from './context.ts';
import { countMail } from './email-change.ts';
import { mailEmailLink } from './email-links.ts';
import { openEmail, storedKeysOf } from './sealed-emails.ts';
import { hashToken } from './sessions.ts';

interface CurrentEmail {
  readonly email: string;
  /** the stored value */
  readonly email_key: string;
  readonly is_confirmed: boolean;
}

async function readCurrentEmail(db: Database, userId: bigint): Promise<CurrentEmail> {
  const { rows } = await db.query<CurrentEmail>(
    `select email, email_key, email_confirmed_at is not null as is_confirmed
     from account where user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error(`no account of user ${userId}`);
  return { ...row, email: openEmail(db, userId, row.email) };
}

/** Whether a withdrawal needs a confirmed e-mail; false on a server without mails, where confirming is impossible. */
export const needsConfirmedEmail = ({ settings, site }: Pick<Context, 'settings' | 'site'>) =>
  site.mails && (settings.get('withdraw.email_confirmed_required') ?? true);

export const myEmail: Handler<typeof calls.myEmail> = async ({ db }, { userId }) => {
  const { email, is_confirmed: confirmed } = await readCurrentEmail(db, userId);
  return { email, confirmed };
};

/**
 * Mails a link to the present address. A concurrent change of the address runs before or after this transaction: a link
 * to the old address would restore that address.
 * @throws NotOffered where no mails are sent; Refusal too_many_attempts
 */
export const sendConfirmLink: Handler<typeof calls.sendConfirmLink> = async (
  context,
  { userId, token },
) => {
  if (!context.site.mails) throw new NotOffered('mails are not set up');
  const {
    email,
    email_key: key,
    is_confirmed: confirmed,
  } = await readCurrentEmail(context.db, userId);
  // the address is empty where it was lost with the data key
  if (confirmed || email === '') return { email, confirmed };
  const address = { plain: email, key };
  await countMail(context, userId, address);
  await inTransaction(context.db, async (db) => {
    const link = { kind: 'confirm', userId, address, sessionHash: hashToken(token) } as const;
    await mailEmailLink(db, link, context.now);
    const { rowCount } = await db.query(
      `select from account
       where user_id = $1 and email_key = any($2) and deleted_at is null for share`,
      // the key may have been sealed since it was read
      [userId, await storedKeysOf(db, [key])],
    );
    if (rowCount !== 1) throw new Unavailable('the e-mail has just become another one');
  });
  return { email, confirmed };
};
