/**
 * Earns and withdraws as fast as it can for the users of an embedded database, and writes a line
 * for each movement that was acknowledged.
 */
import { writeSync } from 'node:fs';
import { openDatabase } from '../../../server/database/open.ts';
import type { Context } from '../../../server/domain/context.ts';
import { Settings } from '../../../server/domain/settings.ts';
import { claimShareReward } from '../../../server/domain/sharing.ts';
import { DAY, later } from '../../../server/domain/time.ts';
import { withdraw } from '../../../server/domain/withdrawals.ts';

const [dataDir = '', start = '0'] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl: null, dataDir, log: () => {} });
const settings = new Settings({ db: database.pool });
await settings.refresh();
const { rows } = await database.pool.query<{ user_id: bigint }>('select user_id from account');

function contextOf(day: number): Context {
  return {
    db: database.pool,
    settings,
    now: later(new Date('2026-01-01T00:00:00Z'), day * DAY),
    visitor: { address: '203.0.113.7', country: null },
    site: { publicUrl: '', push: null },
  };
}

async function writeFor(userId: bigint): Promise<void> {
  const caller = { userId, token: '' };
  for (let day = Number(start); ; day += 1) {
    const context = contextOf(day);
    try {
      await claimShareReward(context, caller, {});
      writeSync(1, `${userId} share:${context.now.toISOString().slice(0, 10)}\n`);
      const { withdrawal } = await withdraw(context, caller, { amount: '1' });
      writeSync(1, `${userId} withdrawal:${withdrawal.id}\n`);
    } catch (error) {
      // refused, since one request is pending; or the database was killed: others go on
      if (!(error as { reason?: string }).reason) return;
    }
  }
}

await Promise.all(rows.map(({ user_id }) => writeFor(user_id)));
// what holds the database open would keep this process
process.exit(0);
