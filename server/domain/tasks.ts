import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { type RewardType, tasks } from '../../contract/shapes.ts';
import type { Context, Handler } from './context.ts';
import { noMoreToday, promiseParts } from './day-promises.ts';
import {
  assertAnswered,
  keyAndSession,
  type PaidRow,
  runPayingFunction,
} from './paying-function.ts';

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

const RECORD = {
  name: 'record_task',
  text: 'select * from record_task($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
};

export const claimTask: Handler<typeof calls.claimTask> = async (context, caller, input) => {
  const { db, now } = context;
  const task = tasks.find((known) => known === input.task);
  const values = [
    ...[caller.userId, input.task, now],
    ...(task ? [REWARDS[task].op, rewardOf(context, task)] : [null, 0n]),
    ...promiseParts(context),
    ...keyAndSession(context, caller),
  ];
  const row = await runPayingFunction(
    db,
    async () => (await db.query<PaidRow>({ ...RECORD, values })).rows,
  );
  if (row.refusal === 'no_more_today') throw noMoreToday(now);
  assertAnswered(row);
  return { reward: formatMoney(row.paid), balance: formatMoney(row.balance) };
};
