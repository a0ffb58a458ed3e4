import type { UserInfo, Video } from '../../contract/shapes.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { type Client, dataOf } from './client.ts';
import type { Life } from './clock.ts';
import type { Stage } from './opponent.ts';
import { register } from './proof.ts';
import { withdrawAll } from './script.ts';

/** Number of paid clips of a friend that release the inviter's reward, by default. */
const CLAIMS = 3;

interface Kind {
  readonly name: string;
  /** number of the claimed clips whose file a friend fetches */
  readonly files: number;
}

interface Ring extends Kind {
  /** invite code of the paid account */
  code: string;
}

/** Registers an account. @returns its own invite code */
async function join(client: Client, place: number, { name, code }: Ring): Promise<string> {
  const username = `${name}_${place}`;
  const form = { email: `${username}@farm.example`, password: 'a script has chosen this' };
  const answer = dataOf(
    await register(client, { tab: 'register', username, keep: true, ...form, invite_code: code }),
  );
  const { token, invite_code } = answer.userInfo as UserInfo;
  client.token = token;
  await client.send('handleLoginReward', {});
  return invite_code;
}

async function listOf(client: Client): Promise<readonly Video[]> {
  const { list, remaining_today } = dataOf(await client.send('playable', { page: 1, limit: 100 }));
  return list.slice(0, Math.min(CLAIMS, remaining_today));
}

async function* claimAll(client: Client, clips: readonly Video[]): Life {
  for (const { id, watch_seconds } of clips) {
    yield (watch_seconds + 2) * SECOND;
    await client.send('record', { videos_id: id });
  }
}

/** Claims a few clips a day, fetches the file of each, and withdraws the rewards for its friends. */
async function* headLife({ clock, until, clientAt, randomOf }: Stage, ring: Ring): Life {
  const client = clientAt(1);
  yield HOUR;
  const account = `0917${randomOf(ring.name).between(1_000_000, 9_999_999)}`;
  ring.code = await join(client, 0, ring);
  const info = { country: 'PH', method: 'gcash', recipient_name: 'Juan Cruz', account };
  await client.send('updateWdinfo', info);
  const fetched = new Set<number>();
  while (clock.time < until.getTime()) {
    const clips = await listOf(client);
    for (const { id, url } of clips) {
      if (!fetched.has(id)) await client.fetchMedia(url);
      fetched.add(id);
    }
    yield* claimAll(client, clips);
    await withdrawAll(client);
    yield DAY - (clock.time % DAY) + HOUR;
  }
}

/** Claims just enough for its inviter's reward, fetches some files, and never returns. */
async function* friendLife({ clientAt }: Stage, place: number, ring: Ring): Life {
  const client = clientAt(place % 256);
  yield 2 * HOUR + place * 10 * MINUTE;
  await join(client, place, ring);
  const clips = await listOf(client);
  for (const { url } of clips.slice(0, ring.files)) await client.fetchMedia(url);
  yield* claimAll(client, clips);
}

/** One paid account and its friends on the same block, three friends for each of the stage's accounts. */
export function ringLives(stage: Stage, kind: Kind): Life[] {
  const ring: Ring = { ...kind, code: '' };
  const friends = Array.from({ length: stage.accounts * 3 }, (_, place) =>
    friendLife(stage, place + 1, ring),
  );
  return [headLife(stage, ring), ...friends];
}
