import { afterEach, expect } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { DAY } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { addAd } from './ad.support.ts';
import { domain, setUpDomain } from './domain.setup.ts';

/** Gives the test file a domain whose ledger is verified after each test. */
export function setUpBackdatedClaims(): void {
  setUpDomain({
    empty: ['video', 'ad'],
    settings: {
      'video.daily_limit': '20',
      'video.watch_seconds': '5',
      'ad.daily_limit': '20',
      'share.extra_views': '5',
      'claim.late_days': '3',
      'claim.late_limit': '20',
      'claim.burst_seconds': '200',
      'funding.enforce': 'false',
    },
  });
  afterEach(async () => {
    expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  });
}

export const page = { page: 1, limit: 100 };
const NOON = new Date('2026-03-04T12:00:00.000Z');
export const TOO_EARLY = { reason: 'too_early', retry_after: 5_000 };

/** Returns the time this many milliseconds after noon of the first day. */
export const timeOf = (milliseconds: number) => new Date(NOON.getTime() + milliseconds);
export const at = (milliseconds: number) => domain.context({ now: timeOf(milliseconds) });
export const earnedAt = (milliseconds: number) => timeOf(milliseconds).toISOString();

/** Claims a clip at `now`, as earned at `earned`. */
export const claim = (user: Caller, videos_id: number, now: number, earned: number) =>
  record(at(now), user, { videos_id, earned_at: earnedAt(earned) });

export async function clips(count: number): Promise<number[]> {
  const made = [];
  for (let index = 0; index < count; index += 1) made.push(await domain.video());
  return made;
}

/** Creates a user who was served the clips at noon of this many successive days. */
export async function served(days = 1): Promise<Caller> {
  const user = await domain.user();
  for (let day = 0; day < days; day += 1) await playable(at(day * DAY), user, page);
  return user;
}

export async function progressOf({ userId }: Caller) {
  const { rows } = await domain.pool.query(
    `select day, videos_today, videos, shares_today, shares, ads_viewed, last_watch_at,
       share_claimed_on
     from progress where user_id = $1`,
    [userId],
  );
  return rows[0];
}

export async function watchesOf({ userId }: Caller) {
  const { rows } = await domain.pool.query<{ day: string; watched_at: Date }>(
    'select day, watched_at from watched where user_id = $1 order by watched_at',
    [userId],
  );
  return rows;
}

export const insertAd = () => addAd(domain);
