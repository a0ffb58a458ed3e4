import type { Database } from '../database/database.ts';
import { settingsTable } from './settings.table.ts';

/** SQL: whether the session's device has registered for push, by FCM or by web push. */
export const isRegistered = '(session.fcm_token is not null or session.web_push is not null)';

/**
 * Part of a statement: queues a push message about each event for each registered device of its user.
 * @param events SQL of rows `(user_id, occasion, kind, detail)`
 * @param now SQL of the present moment
 */
export const queuePush = (events: string, now: string): string => `
  insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
  select event.user_id, event.occasion, session.token_hash, event.kind, event.detail, ${now}, ${now}
  from (${events}) as event join session on session.user_id = event.user_id
  where ${isRegistered} and session.expires_at > ${now}
  on conflict do nothing`;

/**
 * Announces a new daily limit to every device if it is higher than the previous limit, and deletes an announcement that
 * is no longer true. Call it in the transaction of the change, before the new value is stored.
 * @param limit the new value of `video.daily_limit`
 */
export async function announceDailyLimit(db: Database, limit: string, now: Date): Promise<void> {
  const { rows } = await db.query<{ value: string }>(
    `select value from setting where key = 'video.daily_limit'`,
  );
  const before = Number(rows[0]?.value ?? settingsTable['video.daily_limit'].default);
  if (Number(limit) === before) return;
  await db.query('delete from push_announcement');
  if (Number(limit) < before) return;
  await db.query(
    `insert into push_announcement (change, detail, created_at)
     select version, $1, $2 from setting_version`,
    [limit, now],
  );
}
