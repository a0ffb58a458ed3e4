import type { UserInfo, Video } from '../../../contract/shapes.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../server/domain/time.ts';
import { type Client, dataOf } from '../client.ts';
import type { Life } from '../clock.ts';
import type { Opponent, Stage } from '../opponent.ts';
import { register } from '../proof.ts';
import { withdrawAll } from '../script.ts';

/** What a friend has to claim before it brings anything, by the defaults. */
const CLAIMS = 3;

/** the code of whoever is paid */
interface Ring {
  code: string;
}

/** @returns the account's own code */
async function enter(client: Client, place: number, { code }: Ring): Promise<string> {
  const username = `ring_${place}`;
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

/** Claims a few clips a day, has the file of each sent, and is paid for what the others bring. */
async function* headLife({ clock, until, clientAt, randomOf }: Stage, ring: Ring): Life {
  const client = clientAt(1);
  yield HOUR;
  const account = `0917${randomOf('ring').between(1_000_000, 9_999_999)}`;
  ring.code = await enter(client, 0, ring);
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

/** Claims what brings its inviter something, has one file sent, and is never seen again. */
async function* friendLife({ clientAt }: Stage, place: number, ring: Ring): Life {
  const client = clientAt(place % 256);
  yield 2 * HOUR + place * 10 * MINUTE;
  await enter(client, place, ring);
  const clips = await listOf(client);
  if (clips[0]) await client.fetchMedia(clips[0].url);
  yield* claimAll(client, clips);
}

export const ring: Opponent = {
  name: 'ring',
  about: 'one account that is paid for its friends on one block, each of which has one file sent',
  goal: 'takes little',
  play: (stage) => {
    const shared: Ring = { code: '' };
    const friends = Array.from({ length: stage.accounts * 3 }, (_, place) =>
      friendLife(stage, place + 1, shared),
    );
    return { lives: [headLife(stage, shared), ...friends] };
  },
};
