import type { Video } from '../../contract/shapes.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { type Client, dataOf } from './client.ts';
import type { Life } from './clock.ts';
import type { Stage } from './opponent.ts';
import { join, withdrawAll } from './script.ts';

/** A clip that somebody says to have watched. */
export interface Claim {
  readonly id: number;
  readonly earnedMs: number;
}

/** Hears how each claim has ended: null is paid. */
type Told = (claim: Claim, reason: string | null) => void;

/** Claims that one request takes, and how often it is asked again where it was too early. */
const BATCH = 20;
const ATTEMPTS = 30;
/** When a script says that somebody began to watch on a day, and how calmly they swiped. */
const BEGINS_AT = 9 * HOUR;
const PAUSE = 2 * SECOND;

interface Late {
  readonly name: string;
  /** between two visits */
  readonly days: number;
  /** whether it has a file of each clip sent once, since it knows that this is looked at */
  readonly fetches?: boolean;
}

/** Accounts on one address, each with a payout account of its own, which never watch. */
export function lateLives(stage: Stage, late: Late): Life[] {
  return Array.from({ length: Math.ceil(stage.accounts / 2) }, (_, place) =>
    lateLife(stage, late, place),
  );
}

/**
 * At each visit it claims in bursts what it says was watched on the days since the last one, of the
 * clips that were served then; asks for a list, waits as long as its clips take, claims them for
 * today, and withdraws all that it has.
 */
async function* lateLife(stage: Stage, { name, days, fetches }: Late, place: number): Life {
  const { clock, until } = stage;
  const client = stage.clientAt(9);
  const random = stage.randomOf(`${name}_${place}`);
  // so many minutes apart, the hour’s registrations of one address suffice under any rules
  yield BEGINS_AT + place * 10 * MINUTE + random.between(0, 60) * SECOND;
  const account = `0917${random.between(1_000_000, 9_999_999)}`;
  await join(client, `${name}_${place}`, { country: 'PH', method: 'gcash', account });
  const fetched = new Set<number>();
  let held: readonly Video[] = [];
  for (let visit = clock.time; visit < until.getTime(); visit += days * DAY) {
    yield Math.max(0, visit - clock.time);
    for (let ago = days - 1; ago > 0 && held.length > 0; ago -= 1) {
      yield* burst(client, story(held, visit - (visit % DAY) - ago * DAY + BEGINS_AT));
    }
    const { list, remaining_today } = dataOf(
      await client.send('playable', { page: 1, limit: 100 }),
    );
    held = list.slice(0, remaining_today);
    if (fetches) await fetchAll(client, held, fetched);
    const today = story(held, clock.time);
    yield Math.max(0, (today.at(-1)?.earnedMs ?? 0) - clock.time);
    yield* burst(client, today);
    await withdrawAll(client);
  }
}

/** The smallest file of each clip, once. */
async function fetchAll(client: Client, clips: readonly Video[], fetched: Set<number>) {
  for (const { id, url, sources = [] } of clips) {
    if (fetched.has(id)) continue;
    fetched.add(id);
    const [smallest] = sources.toSorted((one, other) => one.bytes - other.bytes);
    await client.fetchMedia(smallest?.url ?? url);
  }
}

/** Claims of clips that somebody would have watched one after the other. */
function story(clips: readonly Video[], begins: number): Claim[] {
  let earnedMs = begins;
  return clips.map(({ id, watch_seconds }) => {
    earnedMs += watch_seconds * SECOND + PAUSE;
    return { id, earnedMs };
  });
}

/** Sends the claims at once, and again what came too early, as a phone does. */
export async function* burst(client: Client, claims: readonly Claim[], told?: Told): Life {
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
      if (!isEarly(place)) told?.(claim, refused[place]?.reason ?? null);
    }
    open = [...open.slice(BATCH), ...batch.filter((_, place) => isEarly(place))];
    yield Math.min(...refused.map((one) => one?.retry_after ?? MINUTE));
  }
  for (const claim of open) told?.(claim, 'too_early');
}
