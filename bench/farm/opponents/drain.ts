import type { UserInfo } from '../../../contract/shapes.ts';
import { DAY, SECOND } from '../../../server/domain/time.ts';
import { type Client, dataOf, isRefused } from '../client.ts';
import type { Life } from '../clock.ts';
import type { Opponent, Stage } from '../opponent.ts';
import { register } from '../proof.ts';

const FREE = ['welcome', 'download_app', 'notification'] as const;
const BLOCKS = 8;

/** invite code of the first account, which all others use */
interface Ring {
  code: string | null;
}

/** Registers and claims the free rewards, each midnight again if refused. */
async function* drainLife({ clock, clientAt }: Stage, place: number, ring: Ring): Life {
  const client = clientAt(place % 256, place % BLOCKS);
  yield place * SECOND;
  await join(client, place, ring);
  const open = new Set<(typeof FREE)[number]>(FREE);
  while (open.size > 0) {
    for (const what of open) if (await claim(client, what)) open.delete(what);
    yield DAY - (clock.time % DAY) + place * SECOND;
  }
}

async function join(client: Client, place: number, ring: Ring): Promise<void> {
  const username = `drain_${place}`;
  const form = { email: `${username}@farm.example`, password: `script ${place} password` };
  const invite = ring.code === null ? {} : { invite_code: ring.code };
  const answer = dataOf(
    await register(client, { tab: 'register', username, keep: true, ...form, ...invite }),
  );
  const { token, invite_code } = answer.userInfo as UserInfo;
  client.token = token;
  ring.code ??= invite_code;
}

/** @returns whether the reward was paid */
async function claim(client: Client, what: (typeof FREE)[number]): Promise<boolean> {
  const answer =
    what === 'welcome'
      ? await client.send('handleLoginReward', {})
      : await client.send('claimTask', { task: what });
  return !isRefused(answer);
}

export const drain: Opponent = {
  name: 'drain',
  about:
    'accounts of eight blocks, all but one invited, that claim all free rewards and watch nothing',
  goal: 'funds last',
  play: (stage) => {
    const ring: Ring = { code: null };
    const lives = Array.from({ length: stage.accounts * 5 }, (_, place) =>
      drainLife(stage, place, ring),
    );
    return { lives };
  },
};
