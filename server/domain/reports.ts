import { createHmac } from 'node:crypto';
import type { ParsedInputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import type { Reported } from '../../contract/report-reasons.ts';
import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { networksOf } from './addresses.ts';
import { type Caller, type Context, type Handler, Refusal } from './context.ts';
import { assertNotDeleted } from './deletion/delete-account.ts';
import { takeSlots, windowsOfAddress } from './limits.ts';
import { type MediaKind, setMediaVisibility } from './media-visibility.ts';
import { findSecret } from './secrets.ts';
import { DAY } from './time.ts';

/** How long a decided report is stored, because its reporter may ask about it (DSA, Article 20). */
export const REPORT_LIFETIME_MS = 183 * DAY;

type Input = ParsedInputOf<typeof calls.sendReport>;

/** The kinds of reported items, with the table of each. */
export const REPORTED: Readonly<Record<Reported, MediaKind>> = { clip: 'video', ad: 'ad' };

/** A member, or a visitor by a hash of the address. */
interface Reporter {
  readonly user_id: bigint | null;
  readonly visitor: Buffer | null;
}

async function reporterOf({ db, visitor }: Context, caller: Caller | null): Promise<Reporter> {
  if (caller) return { user_id: caller.userId, visitor: null };
  const secret = await findSecret(db, 'report_visitor');
  const [network] = networksOf(visitor.address);
  const hash = createHmac('sha256', secret).update(network.key).digest();
  return { user_id: null, visitor: hash };
}

/** Counts a report: by address, and for a member also by account. */
async function countReport(
  { db, settings, visitor, now }: Context,
  caller: Caller | null,
): Promise<void> {
  const window = (bucket: string, limit: number) => ({ bucket, limit, lengthMs: DAY });
  const most = settings.get('limit.address_reports_per_day');
  const own = window(`report:user:${caller?.userId}`, settings.get('limit.reports_per_day'));
  const windows = [
    ...windowsOfAddress(visitor.address, window('report:address', most)),
    ...(caller ? [own] : []),
  ];
  const seconds = await takeSlots(db, windows, now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
}

/** Locks the reported item. @returns false: there is no such item, or it is disabled */
async function lockShown(db: Database, { kind, id }: Input): Promise<boolean> {
  const table = REPORTED[kind];
  const { rowCount } = await db.query(
    `select from ${table} where ${table}_id = $1 and disabled_at is null for no key update`,
    [id],
  );
  return rowCount === 1;
}

async function isReported(
  db: Database,
  { kind, id }: Input,
  { user_id, visitor }: Reporter,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from report where kind = $1 and item_id = $2 and decided_at is null
       and (user_id = $3 or visitor = $4)`,
    [kind, id, user_id, visitor],
  );
  return rowCount === 1;
}

/**
 * The number of independent reporters of an item. Visitors and members without a paid clip count as one together,
 * because another address or account costs nothing. Members registered from one block of addresses count as one, while
 * the block is stored. Blocked members do not count, nor do reporters with a dismissed report of the item.
 */
const REPORTERS = `
  select count(distinct case
    when videos > 0 then coalesce(encode(block_hash, 'hex'), user_id::text)
    else ''
  end)::int as reporters
  from report as open left join registration_block using (user_id) left join account using (user_id)
    left join progress using (user_id)
  where kind = $1 and item_id = $2 and decided_at is null and blocked_at is null and not exists (
    select from report as before
    where before.kind = $1 and before.item_id = $2 and not before.is_upheld
      and (before.user_id = open.user_id or before.visitor = open.visitor)
  )`;

/** Hides an item with enough reporters until an operator decides. */
async function hideIfEnough({ db, settings, now }: Context, { kind, id }: Input): Promise<void> {
  const enough = settings.get('reports.hide_after');
  if (enough === 0) return;
  const { rows } = await db.query<{ reporters: number }>(REPORTERS, [kind, id]);
  if ((rows[0]?.reporters ?? 0) >= enough)
    await setMediaVisibility(db, REPORTED[kind], id, 'hidden', now);
}

/** @throws Refusal: it also undoes the counts of the report, because they are in the same transaction */
async function report(context: Context, caller: Caller | null, input: Input): Promise<void> {
  const { db, now } = context;
  if (caller) await assertNotDeleted(db, caller.userId);
  const reporter = await reporterOf(context, caller);
  if (!(await lockShown(db, input))) {
    throw new Refusal(input.kind === 'clip' ? 'unknown_video' : 'unknown_ad');
  }
  if (await isReported(db, input, reporter)) return;
  await countReport(context, caller);
  await db.query(
    `insert into report (kind, item_id, reason, text, user_id, visitor, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [input.kind, input.id, input.reason, input.text, reporter.user_id, reporter.visitor, now],
  );
  await hideIfEnough(context, input);
}

/** @throws Refusal unknown_video, unknown_ad, too_many_attempts */
export const sendReport: Handler<typeof calls.sendReport> = async (context, caller, input) => {
  const { db } = context;
  const run = (transaction: Database) => report({ ...context, db: transaction }, caller, input);
  await retryOnConflict(db, () => inTransaction(db, run));
  return {};
};
