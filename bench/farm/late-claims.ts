import type { Video } from '../../contract/shapes.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { type Client, dataOf } from './client.ts';
import type { Life } from './clock.ts';
import type { Stage } from './opponent.ts';
import { join, withdrawAll } from './script.ts';

/** A clip that a client claims to have watched. */
export interface Claim {
  readonly id: number;
  readonly earnedMs: number;
}

/** Called with the result of each claim; null: paid. */
type OnResult = (claim: Claim, reason: string | null) => void;

/** The most claims in one request, and the most requests of a burst. */
const BATCH = 20;
const ATTEMPTS = 30;
/** The time of day at which a script pretends to start watching, and the pause between two clips. */
const BEGINS_AT = 9 * HOUR;
const PAUSE = 2 * SECOND;

interface Late {
  readonly name: string;
  /** days between two visits */
  readonly days: number;
  /** whether it fetches a file of each clip once, because it knows that reviews check this */
  readonly fetches?: boolean;
}

/** Accounts that never watch: they share one address, and each has its own payout account. */
export function lateLives(stage: Stage, late: Late): Life[] {
  return Array.from({ length: Math.ceil(stage.accounts / 2) }, (_, place) =>
    lateLife(stage, late, place),
  );
}

/**
 * On each visit the script first claims the clips of the last visit's list, in one burst for each day between the
 * visits. Then it requests a new list, waits for the watch time of its clips, claims them for today, and withdraws
 * its balance.
 */
async function* lateLife(stage: Stage, { name, days, fetches }: Late, place: number): Life {
  const { clock, until } = stage;
  const client = stage.clientAt(9);
  const random = stage.randomOf(`${name}_${place}`);
  // registrations ten minutes apart stay below the hourly limit of an address under all rules
  yield BEGINS_AT + place * 10 * MINUTE + random.between(0, 60) * SECOND;
  const account = `0917${random.between(1_000_000, 9_999_999)}`;
  await join(client, `${name}_${place}`, { country: 'PH', method: 'gcash', account });
  const fetched = new Set<number>();
  let served: readonly Video[] = [];
  for (let visit = clock.time; visit < until.getTime(); visit += days * DAY) {
    yield Math.max(0, visit - clock.time);
    for (let ago = days - 1; ago > 0 && served.length > 0; ago -= 1) {
      yield* burst(client, claimsOf(served, visit - (visit % DAY) - ago * DAY + BEGINS_AT));
    }
    const { list, remaining_today } = dataOf(
      await client.send('playable', { page: 1, limit: 100 }),
    );
    served = list.slice(0, remaining_today);
    if (fetches) await fetchAll(client, served, fetched);
    const today = claimsOf(served, clock.time);
    yield Math.max(0, (today.at(-1)?.earnedMs ?? 0) - clock.time);
    yield* burst(client, today);
    await withdrawAll(client);
  }
}

/** Fetches the smallest file of each clip once. */
async function fetchAll(client: Client, clips: readonly Video[], fetched: Set<number>) {
  for (const { id, url, sources = [] } of clips) {
    if (fetched.has(id)) continue;
    fetched.add(id);
    const [smallest] = sources.toSorted((one, other) => one.bytes - other.bytes);
    await client.fetchMedia(smallest?.url ?? url);
  }
}

/** Claims for clips as if they were watched one after the other from this time on. */
function claimsOf(clips: readonly Video[], beginsAt: number): Claim[] {
  let earnedMs = beginsAt;
  return clips.map(({ id, watch_seconds }) => {
    earnedMs += watch_seconds * SECOND + PAUSE;
    return { id, earnedMs };
  });
}

/** Sends the claims at once, and retries those that are too early, as a phone does. */
export async function* burst(client: Client, claims: readonly Claim[], onResult?: OnResult): Life {
  let open = claims;
  for (let attempt = 0; attempt < ATTEMPTS && open.length > 0; attempt += 1) {
    const batch = open.slice(0, BATCH);
    const sent = batch.map(({ id, earnedMs }) => ({
      call: 'record' as const,
      id,
      key: `${id}-${earnedMs}-${attempt}`,
      earned_at: new Date(earnedMs).toISOString(),
    }));
    const { results } = dataOf(await client.send('sendClaims', { claims: sent }));
    const refused = results.map((one) => ('reason' in one ? one : null));
    const isEarly = (place: number) => refused[place]?.reason === 'too_early';
    for (const [place, claim] of batch.entries()) {
      if (!isEarly(place)) onResult?.(claim, refused[place]?.reason ?? null);
    }
    open = [...open.slice(BATCH), ...batch.filter((_, place) => isEarly(place))];
    yield Math.min(...refused.map((one) => one?.retry_after ?? MINUTE));
  }
  for (const claim of open) onResult?.(claim, 'too_early');
}
