import { parseMoney } from '../../contract/money.ts';
import type { UserInfo, Video } from '../../contract/shapes.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { type Client, dataOf, isRefused } from './client.ts';
import type { Clock, Life } from './clock.ts';
import { register } from './proof.ts';

/**
 * Scripts that never watch, by how many days pass between their visits. `fetcher` is `late` that has each
 * clip sent once, since it knows that this is looked at.
 */
export const SOLOS = { late: 2, patient: 7, fetcher: 2 } as const;

/** One account with a payout account of its own, that invites nobody. */
export interface Solo {
  readonly name: keyof typeof SOLOS;
  readonly place: number;
  readonly client: Client;
  readonly clock: Clock;
}

interface Claim {
  readonly id: number;
  readonly earnedMs: number;
  attempt: number;
}

/** Claims that one request takes, and how often a script asks again where it was too early. */
const BATCH = 20;
const ATTEMPTS = 30;
/** When the script says that somebody began to watch on a day, and how calmly they swiped. */
const BEGINS_AT = 9 * HOUR;
const PAUSE = 2 * SECOND;

/**
 * At each visit it claims in bursts what it says was watched on the days since the last one, of the
 * clips that were served then; asks for a list, waits as long as its clips take, claims them for
 * today, and withdraws all that it has.
 */
export async function* soloLife(solo: Solo, until: Date): Life {
  const { client, clock, name } = solo;
  // so many minutes apart, the hour’s registrations of one address suffice under any rules
  yield BEGINS_AT + solo.place * 10 * MINUTE;
  await join(solo);
  const fetched = new Set<number>();
  let held: readonly Video[] = [];
  for (let visit = clock.time; visit < until.getTime(); visit += SOLOS[name] * DAY) {
    yield visit - clock.time;
    for (let ago = SOLOS[name] - 1; ago > 0 && held.length > 0; ago -= 1) {
      yield* burst(solo, story(held, visit - (visit % DAY) - ago * DAY + BEGINS_AT));
    }
    const { list, remaining_today } = dataOf(
      await client.send('playable', { page: 1, limit: 100 }),
    );
    held = list.slice(0, remaining_today);
    if (name === 'fetcher') await fetchAll(client, held, fetched);
    const today = story(held, clock.time);
    yield Math.max(0, (today.at(-1)?.earnedMs ?? 0) - clock.time);
    yield* burst(solo, today);
    await withdrawAll(solo);
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
    return { id, earnedMs, attempt: 0 };
  });
}

/** Sends the claims at once, and again what came too early, as a phone does. */
async function* burst({ client }: Solo, claims: Claim[]): Life {
  let open = claims;
  for (let attempt = 0; attempt < ATTEMPTS && open.length > 0; attempt += 1) {
    const sent = open.slice(0, BATCH).map((claim) => ({
      call: 'record' as const,
      id: claim.id,
      key: `${claim.id}-${claim.earnedMs}-${claim.attempt}`,
      earned_at: new Date(claim.earnedMs).toISOString(),
    }));
    const { results } = dataOf(await client.send('sendClaims', { claims: sent }));
    const early = results.map((one) => ('reason' in one ? one : null));
    const again = open.slice(0, BATCH).filter((_, place) => early[place]?.reason === 'too_early');
    for (const claim of again) claim.attempt += 1;
    open = [...open.slice(BATCH), ...again];
    yield Math.min(...early.map((one) => one?.retry_after ?? MINUTE));
  }
}

async function join({ client, name, place }: Solo): Promise<void> {
  const username = `${name}_${place}`;
  const form = { email: `${username}@farm.example`, password: `script ${place} password` };
  const answer = dataOf(await register(client, { tab: 'register', username, keep: true, ...form }));
  client.token = (answer.userInfo as UserInfo).token;
  await client.send('handleLoginReward', {});
  const account = `0917${3_000_000 + Object.keys(SOLOS).indexOf(name) * 1000 + place}`;
  const info = { country: 'PH', method: 'gcash', recipient_name: 'Juan Cruz', account };
  dataOf(await client.send('updateWdinfo', info));
}

async function withdrawAll({ client }: Solo): Promise<void> {
  const answer = await client.send('withdrawConfig', {});
  if (isRefused(answer)) return;
  const { balance, min_amount, pending } = answer.data;
  if (pending || parseMoney(balance) < parseMoney(min_amount)) return;
  await client.send('withdraw', { amount: balance });
}
