import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { type RewardType, tasks } from '../../contract/shapes.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { DUE_SUM, payFunded, takeFunds } from './funding.ts';
import { PAY_REWARDS } from './ledger.ts';

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
  with claimed as (
    insert into task_claimed (user_id, task, reward, claimed_at) values ($1, $2, $4, $3)
    on conflict do nothing returning user_id, task
  ),
  due as (
    select user_id, $5 as op, 'task:' || task as idempotency_key, $4::bigint as amount,
      '' as detail, $3::timestamptz as created_at, 1 as place
    from claimed
  ),
  ${PAY_REWARDS},
  funds as (${takeFunds(DUE_SUM)})
  select coalesce(moved.available, wallet.available) as balance
  from claimed join wallet using (user_id) left join moved using (user_id)`;

export const claimTask: Handler<typeof calls.claimTask> = async (context, { userId }, input) => {
  const { db, now } = context;
  const task = tasks.find((known) => known === input.task);
  const reward = task ? rewardOf(context, task) : 0n;
  // what brings nothing is no task: it must not be used up for good
  if (!task || reward === 0n) throw new Refusal('unknown_task');
  const { rows } = await payFunded(db, () =>
    db.query<{ balance: bigint }>(CLAIM, [userId, task, now, reward, REWARDS[task].op]),
  );
  if (!rows[0]) throw new Refusal('already_claimed');
  return { reward: formatMoney(reward), balance: formatMoney(rows[0].balance) };
};
