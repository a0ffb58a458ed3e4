import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** The stored hash of a device's cookie; the cookie's value is stored nowhere. */
function hashDevice(device: string): Buffer {
  return createHash('sha256').update(device).digest();
}

/** Most devices per user; the devices with the oldest log-ins are removed. */
const MAX_DEVICES = 50;

export async function isKnownDevice(
  db: Database,
  userId: bigint,
  device: string | null,
): Promise<boolean> {
  if (device === null) return false;
  const { rowCount } = await db.query(
    'select from known_device where user_id = $1 and device_hash = $2',
    [userId, hashDevice(device)],
  );
  return rowCount === 1;
}

/** Stores that this user has logged in on this device, unless the account is deleted. */
export async function rememberDevice(
  db: Database,
  userId: bigint,
  device: string | null,
  now: Date,
): Promise<void> {
  if (device === null) return;
  await db.query(
    `with known as (
       insert into known_device (user_id, device_hash, seen_at)
       select user_id, $2, $3 from account
       where user_id = $1 and deleted_at is null for key share
       on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at
     )
     delete from known_device where user_id = $1 and device_hash in (
       select device_hash from known_device where user_id = $1 and device_hash <> $2
       order by seen_at desc offset ${MAX_DEVICES - 1}
     )`,
    [userId, hashDevice(device), now],
  );
}
