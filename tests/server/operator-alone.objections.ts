import type { Caller } from '../../server/domain/context.ts';
import { object } from '../../server/domain/objections.ts';
import { decideOverdueObjections } from '../../server/domain/objections-overdue.ts';
import { domain } from './operator.setup.ts';

const LATER_MS = 73 * 3_600_000;

/** Sends a person's objection to the newest correction of the person. */
export async function objectToNewest(person: Caller): Promise<void> {
  const { rows } = await domain.pool.query<{ id: bigint }>(
    'select max(correction_id) as id from correction where user_id = $1',
    [person.userId],
  );
  const input = { kind: 'correction', id: Number(rows[0]?.id), text: 'x' } as const;
  await object(domain.context(), person, input);
}

export async function objectionOf({ userId }: Caller): Promise<string> {
  const { rows } = await domain.pool.query<{ id: bigint }>(
    'select max(objection_id) as id from objection where user_id = $1',
    [userId],
  );
  return String(rows[0]?.id);
}

/** Returns the amount, in whole units, of the correction that an objection is about. */
export async function takenBy(objection: string): Promise<number> {
  const { rows } = await domain.pool.query<{ amount: bigint }>(
    `select -amount as amount from correction join objection using (correction_id)
     where objection_id = $1`,
    [objection],
  );
  return Number(rows[0]?.amount) / 10_000;
}

/** Decides overdue objections. @returns the amount given back */
export async function runOut(): Promise<number> {
  await decideOverdueObjections(domain.pool, new Date(domain.now().getTime() + LATER_MS));
  const { rows } = await domain.pool.query<{ id: bigint }>(
    "select objection_id as id from objection where decided_by = 'nobody'",
  );
  let given = 0;
  for (const { id } of rows) given += await takenBy(String(id));
  return given;
}
