import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney } from '../../contract/money.ts';
import type { RewardLog } from '../../contract/shapes.ts';
import type { Context, Handler } from './context.ts';
import { noMoreToday, promiseParts } from './day-promises.ts';
import {
  assertAnswered,
  keyAndSession,
  type PaidRow,
  runPayingFunction,
} from './paying-function.ts';
import { utcDay } from './time.ts';
import { readTicket } from './watch-tickets.ts';

interface RecordRow extends PaidRow {
  readonly rewards: RewardLog[];
}

const RECORD = {
  name: 'record_welcome',
  text: `select * from record_welcome($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
    $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
};

/** The person's masked name for others: the database function cannot count characters as people do. */
async function maskedName({ db }: Context, userId: bigint): Promise<string> {
  const { rows } = await db.query<{ username: string }>(
    'select username from account where user_id = $1',
    [userId],
  );
  if (!rows[0]) throw new Error(`no account ${userId}`);
  return maskName(rows[0].username);
}

/** Whether the sent ticket is invalid, and the fields of a valid one. */
async function ticketParts({ db, now }: Context, sent: string | undefined): Promise<unknown[]> {
  if (sent === undefined || sent === '') return [false, null, null, null];
  const ticket = await readTicket(db, sent, now);
  return [!ticket, ticket?.nonce, ticket?.inviterId, ticket?.videoId];
}

export const handleLoginReward: Handler<typeof calls.handleLoginReward> = async (
  context,
  caller,
  { watch_ticket },
) => {
  const { db, now, settings } = context;
  const values = [
    ...[caller.userId, now, utcDay(now)],
    settings.get('reward.registration'),
    await maskedName(context, caller.userId),
    ...(await ticketParts(context, watch_ticket)),
    settings.get('landing.watch_reward'),
    settings.get('reward.invite'),
    settings.get('invite.level_1'),
    settings.get('invite.level_2'),
    settings.get('invite.level_3'),
    settings.get('invite.release_after_videos'),
    ...promiseParts(context),
    ...keyAndSession(context, caller),
  ];
  const row = await runPayingFunction(
    db,
    async () => (await db.query<RecordRow>({ ...RECORD, values })).rows,
  );
  if (row.refusal === 'no_more_today') throw noMoreToday(now);
  assertAnswered(row);
  return { rewards: row.rewards, balance: formatMoney(row.balance) };
};
