/**
 * Earns and withdraws as fast as it can for the users of an embedded database, and writes a line
 * for each movement that was acknowledged.
 */
import { writeSync } from 'node:fs';
import { openWithDemo } from '../../../server/demo/open.ts';
import type { Caller, Context } from '../../../server/domain/context.ts';
import { Settings } from '../../../server/domain/settings.ts';
import { claimShareReward } from '../../../server/domain/sharing.ts';
import { addMilliseconds, DAY, HOUR, utcDay } from '../../../server/domain/time.ts';
import { playable } from '../../../server/domain/videos.ts';
import { record } from '../../../server/domain/watching.ts';
import { withdraw } from '../../../server/domain/withdrawals.ts';

const [dataDir = '', start = '0'] = process.argv.slice(2);
const database = await openWithDemo({ databaseUrl: null, dataDir, log: () => {} });
const settings = new Settings({ db: database.pool });
await settings.refresh();
const { rows } = await database.pool.query<{ user_id: bigint }>('select user_id from account');

const timeOf = (day: number, milliseconds = 0) =>
  addMilliseconds(new Date('2026-01-01T00:00:00Z'), day * DAY + milliseconds);

function contextOf(now: Date): Context {
  return {
    db: database.pool,
    settings,
    now,
    visitor: { address: '203.0.113.7', country: null },
    site: {
      publicUrl: '',
      push: null,
      webPush: { vapidKey: '', hosts: [] },
      mediaUrl: null,
      mediaKey: Buffer.alloc(32),
      mails: false,
    },
  };
}

/** Claims the day’s clip, then, backdated, the same clip for the day before. */
async function watchFor(caller: Caller, day: number): Promise<void> {
  const served = await playable(contextOf(timeOf(day)), caller, { page: 1, limit: 1 });
  const [clip] = served.list;
  if (!clip) throw new Error('there are no clips');
  const context = contextOf(timeOf(day, HOUR));
  for (const earned of [context.now, timeOf(day - 1, HOUR)]) {
    const earned_at = earned.toISOString();
    // nothing was served before the first day
    if (day === Number(start) && earned !== context.now) continue;
    await record(context, caller, { videos_id: clip.id, earned_at });
    writeSync(1, `${caller.userId} video:${clip.id}:${utcDay(earned)}\n`);
  }
}

async function writeFor(userId: bigint): Promise<void> {
  const caller = { userId, token: '' };
  for (let day = Number(start); ; day += 1) {
    const context = contextOf(timeOf(day, HOUR));
    try {
      await claimShareReward(context, caller, {});
      writeSync(1, `${userId} share:${utcDay(context.now)}\n`);
      if (day % 2 === 0) await watchFor(caller, day);
      const { withdrawal } = await withdraw(context, caller, { amount: '1' });
      writeSync(1, `${userId} withdrawal:${withdrawal.id}\n`);
    } catch (error) {
      // refused, since one request is pending; or the database was killed
      if (!(error as { reason?: string }).reason) process.exit(0);
    }
  }
}

await Promise.all(rows.map(({ user_id }) => writeFor(user_id)));
