import { type Caller, type Context, Refusal } from './context.ts';
import { findSession } from './sessions.ts';
import { DAY, utcDay } from './time.ts';

/** The time at which something was earned, according to its claim. */
export interface Earned {
  /** never in the future; null: the claim has no time, so it counts as earned now */
  readonly at: Date | null;
  /** the UTC day for which it counts */
  readonly day: string;
}

/**
 * Parses the time of a claim.
 * @param context its settings limit how many days a claim may be late
 * @returns null: the claim is too late
 */
export function parseEarnedAt(
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  earnedAt: string | undefined,
): Earned | null {
  if (earnedAt === undefined) return { at: null, day: utcDay(now) };
  const at = new Date(Math.min(Date.parse(earnedAt), now.getTime()));
  const isTooLate = now.getTime() - at.getTime() > settings.get('claim.late_days') * DAY;
  return isTooLate ? null : { at, day: utcDay(at) };
}

/** @throws Refusal claim_expired; SessionEnded */
export async function requireEarnedAt(
  context: Pick<Context, 'db' | 'now' | 'settings'>,
  { token, isSessionUnchecked }: Caller,
  earnedAt: string | undefined,
): Promise<Earned> {
  const earned = parseEarnedAt(context, earnedAt);
  if (earned !== null) return earned;
  // an ended session throws SessionEnded instead
  if (isSessionUnchecked) await findSession(context, token);
  throw new Refusal('claim_expired');
}

/** A claim before its watch time is over. */
export interface Early {
  /** false: served too long ago; null: never served */
  readonly is_served: boolean | null;
  readonly ready_at: Date;
  /** the watch time */
  readonly seconds: number;
}

/**
 * Returns how long a claim that is too early must wait, in milliseconds. A clip that was served too long ago
 * (for a claim without a time: before today) is served again now. So a person who watches over midnight waits
 * for one more watch time, and loses nothing.
 */
export function claimWaitMs(now: Date, { is_served, ready_at, seconds }: Early): number {
  const left = ready_at.getTime() - now.getTime();
  return is_served && left > 0 ? left : seconds * 1000;
}
