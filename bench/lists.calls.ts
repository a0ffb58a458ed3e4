import type pg from 'pg';
import type { Context } from '../server/domain/context.ts';
import { invitedUsers } from '../server/domain/invitations.ts';
import { landing } from '../server/domain/landing.ts';
import { rewardLogs } from '../server/domain/ledger.ts';
import { logIn } from '../server/domain/login.ts';
import { MoneyFigures } from '../server/domain/money-figures.ts';
import type { Settings } from '../server/domain/settings.ts';
import { utcDay } from '../server/domain/time.ts';
import { verifyLedger } from '../server/domain/verify.ts';
import { playable } from '../server/domain/videos.ts';
import { history } from '../server/domain/watched-clips.ts';
import type { OperatorContext } from '../server/operator/command.ts';
import { commands } from '../server/operator/commands.ts';
import { PASSWORD } from './lists.seed.ts';

/** The key of the page after half of today's withdrawals. */
async function halfOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ key: string }>(
    `select (extract(epoch from created_at) * 1000000)::bigint || '-' || withdrawal_id as key
     from withdrawal order by created_at, withdrawal_id
     offset (select count(*) / 2 from withdrawal) limit 1`,
  );
  return rows[0]?.key ?? '';
}

/** The measured calls, by name, in a database that `fillLists` has filled. */
export async function listsOf(
  pool: pg.Pool,
  settings: Settings,
): Promise<Record<string, () => Promise<unknown>>> {
  const now = new Date();
  const visitor = { address: '203.0.113.7', country: null };
  const site = { publicUrl: 'https://clips.example', mediaUrl: null, mediaKey: Buffer.alloc(32) };
  const context = { db: pool, settings, now, visitor, site } as unknown as Context;
  const operator = { db: pool, now } as OperatorContext;
  const caller = { userId: 1n, token: '' };
  const day = utcDay(now);
  const command = (name: string, values: Record<string, string>, ...positionals: string[]) => {
    const known = commands.find((one) => one.name === name);
    if (!known) throw new Error(`there is no command ${name}`);
    return async () => known.run(operator, { positionals, values });
  };
  const verify = (only: bigint | null) => async () => {
    const { differences } = await verifyLedger(pool, only);
    if (differences.length > 0) throw new Error(differences.join('\n'));
  };
  const after = await halfOf(pool);
  const today = { from: day, to: day };
  return {
    'playable, first page': () => playable(context, caller, { page: 1, limit: 20 }),
    'friends, first page': () => invitedUsers(context, caller, { page: 1, limit: 20 }),
    'log-in': () =>
      logIn(context, { tab: 'login', username: 'u1', password: PASSWORD, keep: false }),
    'reward history, first page': () => rewardLogs(context, caller, { page: 1, limit: 20 }),
    'watched clips, first page': () => history(context, caller, { page: 1, limit: 20 }),
    'landing page': () => landing(context, null, { invite_code: 'C1' }),
    'figures of /metrics': () => new MoneyFigures(pool).read(),
    'withdrawals list, in review': command('withdrawals list', { status: 'pending' }),
    'withdrawals list, rejected': command('withdrawals list', { status: 'rejected' }),
    'withdrawals list, one day': command('withdrawals list', today),
    'withdrawals list, with its sum': command('withdrawals list', { ...today, sum: 'true' }),
    'withdrawals list, from half on': command('withdrawals list', { ...today, after }),
    'payouts list, one day': command('payouts list', today),
    'audit list, one day': command('audit list', today),
    'audit list, a rare action': command('audit list', { action: 'config set' }),
    'videos list, one day': command('videos list', today),
    'outbox list, one day': command('outbox list', today),
    'users timeline': command('users timeline', { since: day }, 'u1'),
    'users find, a rare part': command('users find', {}, '9999@e.o'),
    'users find, nobody': command('users find', {}, 'nobody'),
    'money report': command('money report', { month: day.slice(0, 7) }),
    'ledger verify': verify(null),
    'ledger verify, one user': verify(1n),
  };
}
