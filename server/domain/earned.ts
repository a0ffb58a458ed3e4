import { type Caller, type Context, Refusal } from './context.ts';
import { findSession } from './sessions.ts';
import { DAY, utcDay } from './time.ts';

/** When something was earned, as far as its claim says. */
export interface Earned {
  /** never after the present; null: the claim does not say, so it is earned now */
  readonly at: Date | null;
  /** the UTC day that it counts for */
  readonly day: string;
}

/**
 * @param context whose settings tell how many days a claim may be late
 * @returns null: it is too late
 */
export function earnedWhen(
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  earnedAt: string | undefined,
): Earned | null {
  if (earnedAt === undefined) return { at: null, day: utcDay(now) };
  const at = new Date(Math.min(Date.parse(earnedAt), now.getTime()));
  const isTooLate = now.getTime() - at.getTime() > settings.get('claim.late_days') * DAY;
  return isTooLate ? null : { at, day: utcDay(at) };
}

/** @throws Refusal claim_expired; SessionEnded */
export async function earnedOf(
  context: Pick<Context, 'db' | 'now' | 'settings'>,
  { token, isUnproven }: Caller,
  earnedAt: string | undefined,
): Promise<Earned> {
  const earned = earnedWhen(context, earnedAt);
  if (earned !== null) return earned;
  // of an ended session nothing else is said
  if (isUnproven) await findSession(context, token);
  throw new Refusal('claim_expired');
}

/** A watch whose time is not over. */
export interface Early {
  /** false: too long ago; null: never */
  readonly is_served: boolean | null;
  readonly ready_at: Date;
  /** its watch time */
  readonly seconds: number;
}

/**
 * How long a claim that comes too early has to wait, in milliseconds. What a phone still holds from
 * yesterday is served again by its claim, where that does not say when it was earned: a person who
 * watches over midnight waits for one more watch time and loses nothing.
 */
export function waitOf(now: Date, { is_served, ready_at, seconds }: Early): number {
  const left = ready_at.getTime() - now.getTime();
  return is_served && left > 0 ? left : seconds * 1000;
}
