import { formatMoney } from '../../contract/money.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { clearBlock } from '../domain/blocks.ts';
import { maskEmail } from '../domain/emails.ts';
import { findAccount } from '../domain/find-account.ts';
import { findCollisions } from '../domain/folding.ts';
import { openEmail } from '../domain/sealed-emails.ts';
import { blockFrom } from './block-file.ts';
import { type Command, type OperatorContext, OperatorError } from './command.ts';
import { contactWarning } from './contact.ts';
import { card, table } from './text.ts';

interface UserRow {
  readonly user_id: bigint;
  readonly username: string;
  readonly email: string;
  readonly country: string | null;
  readonly language: string | null;
  readonly invite_code: string;
  /** null: nobody; the inviter's account may be erased */
  readonly inviter_id: bigint | null;
  readonly friends: number;
  readonly available: bigint;
  readonly held: bigint;
  readonly credited: bigint;
  readonly debited: bigint;
  readonly debt: bigint;
  readonly videos: number;
  readonly created_at: Date;
  readonly blocked_at: Date | null;
}

/**
 * Reads a user name in a separate query: an inviter's row may be on another machine than the invited member's.
 * @returns null: no inviter
 */
async function nameOf(db: Database, userId: bigint | null): Promise<string | null> {
  if (userId === null) return null;
  const { rows } = await db.query<{ username: string }>(
    'select username from account where user_id = $1',
    [userId],
  );
  return rows[0]?.username ?? null;
}

async function find({ db }: OperatorContext, name: string) {
  const { rows } = await db.query<UserRow>(
    `select account.user_id, username, email, country, language, invite_code, account.created_at,
       blocked_at, inviter_id, available, held, credited, debited, debt, videos::int,
       (select count(*)::int from friend where friend.user_id = $1) as friends
     from account join wallet using (user_id) join progress using (user_id)
     where account.user_id = $1`,
    [await findAccount(db, name)],
  );
  const [row] = rows;
  if (!row) throw new OperatorError(`there is no user "${name}"`);
  return {
    id: Number(row.user_id),
    username: row.username,
    email: openEmail(db, row.user_id, row.email),
    country: row.country,
    language: row.language,
    invite_code: row.invite_code,
    invited_by: await nameOf(db, row.inviter_id),
    friends: row.friends,
    balance: formatMoney(row.available),
    held: formatMoney(row.held),
    earned: formatMoney(row.credited),
    paid_out: formatMoney(row.debited),
    debt: formatMoney(row.debt),
    videos: row.videos,
    created_at: row.created_at.toISOString(),
    blocked_at: row.blocked_at?.toISOString() ?? null,
  };
}

/** Blocks or unblocks a user. Calls of a blocked user's sessions are answered 409 from now on. */
async function setBlock(context: OperatorContext, name: string, blockedAt: Date | null) {
  const changed = await inTransaction(context.db, async (db) => {
    const userId = await findAccount(db, name);
    if (blockedAt === null) return userId !== null && (await clearBlock(db, userId));
    const { rowCount } = await db.query(
      `update account set blocked_at = $2
       where user_id = $1 and deleted_at is null and blocked_at is null`,
      [userId, blockedAt],
    );
    return rowCount === 1;
  });
  const whole = await find(context, name);
  const json = { ...whole, email: maskEmail(whole.email) };
  // this failure leaves no entry in the audit log
  if (!changed && blockedAt === null) throw new OperatorError(`${json.username} is not blocked`);
  const already = changed ? '' : `\n${json.username} was blocked already`;
  return { json, text: card(json) + already, changed: { user_id: json.id } };
}

/** Changes nothing, but the audit log records the operator who saw an e-mail, and the time. */
const show: Command = {
  name: 'users show',
  hasAmounts: true,
  changes: true,
  synopsis: 'NAME',
  summary:
    'shows one user with the whole e-mail, by user name or e-mail; the log of changes records the operator',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [name = ''] }) => {
    const json = await find(context, name);
    return { json, text: card(json), changed: { user_id: json.id } };
  },
};

const block: Command = {
  name: 'users block',
  changes: true,
  synopsis: 'NAME | --from FILE',
  summary:
    'ends the user’s sessions and refuses log-ins and invitations; FILE has one name on each line',
  positionals: 1,
  instead: 'from',
  options: ['from'],
  run: async (context, { positionals: [name = ''], values: { from, reason } }) => {
    const { text, ...done } =
      from === undefined
        ? await setBlock(context, name, context.now)
        : await blockFrom(context, from, reason);
    return { ...done, text: text + (await contactWarning(context)) };
  },
};

const unblock: Command = {
  name: 'users unblock',
  changes: true,
  synopsis: 'NAME',
  summary: 'lets the user log in again; sessions from before the block stay ended',
  positionals: 1,
  options: [],
  run: (context, { positionals: [name = ''] }) => setBlock(context, name, null),
};

const collisions: Command = {
  name: 'users collisions',
  synopsis: '',
  summary:
    'lists old accounts whose name or e-mail differs from another account only by upper and lower case',
  positionals: 0,
  options: [],
  run: async ({ db }) => {
    const found = await findCollisions(db);
    const json = found.map(({ email, other_email, ...names }) => ({
      username: names.username,
      email: maskEmail(email),
      other_username: names.other_username,
      other_email: maskEmail(other_email),
    }));
    return {
      json,
      text: table(
        json.map((each) => ({ ...each })),
        'no collisions',
      ),
    };
  },
};

export const userCommands: readonly Command[] = [show, block, unblock, collisions];
