import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { type RewardType, tasks } from '../../contract/shapes.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import {
  coverFunds,
  DUE_SUM,
  IS_COVERED,
  type Promised,
  payFunded,
  takeFunds,
  UNCOVERED,
} from './funding.ts';
import { LOCK_WALLETS, payRewards } from './ledger.ts';

type Task = (typeof tasks)[number];

const REWARDS = {
  download_app: { setting: 'reward.download_app', op: 'download_reward' },
  notification: { setting: 'reward.notification', op: 'notification_reward' },
} as const satisfies Record<Task, { setting: string; op: RewardType }>;

function rewardOf({ settings }: Pick<Context, 'settings'>, task: Task): bigint {
  return settings.get(REWARDS[task].setting);
}

export const taskList: Handler<typeof calls.taskList> = async (context, { userId }) => {
  const { rows } = await context.db.query<{ task: string; reward: bigint }>(
    'select task, reward from task_claimed where user_id = $1',
    [userId],
  );
  const list = tasks.map((task) => {
    const claimed = rows.find((row) => row.task === task);
    return {
      task,
      reward: claimed?.reward ?? rewardOf(context, task),
      completed: claimed !== undefined,
    };
  });
  return {
    list: list
      .filter(({ reward, completed }) => completed || reward > 0n)
      .map((task) => ({ ...task, reward: formatMoney(task.reward) })),
  };
};

/** $1 user, $2 task, $3 now, $4 reward, $5 the reward's kind; once for good. */
const CLAIM = `
  with due as (
    select $1::bigint as user_id, $5 as op, 'task:' || $2::text as idempotency_key,
      $4::bigint as amount, '' as detail, $3::timestamptz as created_at, 1 as place
    where not exists (select from task_claimed where user_id = $1 and task = $2)
  ),
  ${LOCK_WALLETS},
  ${coverFunds(DUE_SUM)},
  claimed as (
    insert into task_claimed (user_id, task, reward, claimed_at)
    select user_id, $2, $4, $3 from locked_wallet where ${IS_COVERED}
    on conflict do nothing returning user_id
  ),
  ${payRewards('exists (select from claimed)')},
  funds as (${takeFunds('exists (select from claimed)')})
  select moved.available as balance, ${UNCOVERED} from due left join moved using (user_id)`;

interface ClaimRow extends Promised {
  /** null: it was claimed before */
  readonly balance: bigint | null;
}

export const claimTask: Handler<typeof calls.claimTask> = async (context, { userId }, input) => {
  const { db, now } = context;
  const task = tasks.find((known) => known === input.task);
  const reward = task ? rewardOf(context, task) : 0n;
  // what brings nothing is no task: it must not be used up for good
  if (!task || reward === 0n) throw new Refusal('unknown_task');
  const values = [userId, task, now, reward, REWARDS[task].op];
  const [row] = await payFunded(db, async () => (await db.query<ClaimRow>(CLAIM, values)).rows);
  if (!row || row.balance === null) throw new Refusal('already_claimed');
  return { reward: formatMoney(reward), balance: formatMoney(row.balance) };
};
