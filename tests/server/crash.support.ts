import type { OpenDatabase } from '../../server/database/open.ts';
import { openWithDemo } from '../../server/demo/open.ts';

export const openQuietly = (dataDir: string): Promise<OpenDatabase> =>
  openWithDemo({ databaseUrl: null, dataDir, log: () => {} });

/** Makes an embedded database with users for whom `children/write.ts` earns and withdraws. */
export async function makeEarners(dataDir: string, count: number): Promise<void> {
  const database = await openQuietly(dataDir);
  await database.pool.query(
    `with made as (
       insert into account (username, username_key, email, email_key, password_hash, invite_code,
         created_at, password_changed_at)
       select name, name, name, name, '', name, now(), now()
       from (select 'user_' || n as name from generate_series(1, ${count}) as n) as names
       returning user_id
     ),
     w as (insert into wallet (user_id) select user_id from made),
     i as (insert into payout_info select user_id, 'PH', 'gcash', 'phone', 'Maria',
       '+63917' || 1000000 + user_id, now() from made)
     insert into progress (user_id) select user_id from made`,
  );
  await database.close();
}

/** Finds movements that `children/write.ts` printed and the ledger lacks. */
export async function findMissing(
  database: OpenDatabase,
  lines: readonly string[],
): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    `select user_id || ' ' || idempotency_key as line from transfer`,
  );
  const present = new Set(rows.map(({ line }) => line));
  return lines.filter((line) => !present.has(line));
}

/** Finds users whose counted clips differ in number from their watched or their paid clips. */
export async function findMiscounted(database: Pick<OpenDatabase, 'pool'>): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select user_id, videos,
       (select count(*) from watched where watched.user_id = progress.user_id) as watched,
       (select count(*) from transfer where transfer.user_id = progress.user_id and op = 'video')
         as paid
     from progress`,
  );
  return rows.filter(({ videos, watched, paid }) => videos !== watched || videos !== paid);
}
