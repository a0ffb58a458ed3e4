import type { UserInfo } from '../../../contract/shapes.ts';
import { DAY, SECOND } from '../../../server/domain/time.ts';
import { type Client, dataOf, isRefused } from '../client.ts';
import type { Life } from '../clock.ts';
import type { Opponent, Stage } from '../opponent.ts';
import { register } from '../proof.ts';

const FREE_REWARDS = ['welcome', 'download_app', 'notification'] as const;
const BLOCKS = 8;

/** invite code of the first account, which all others use */
interface Ring {
  code: string | null;
}

/** Registers and claims the free rewards; repeats refused claims each midnight. */
async function* drainLife({ clock, clientAt }: Stage, place: number, ring: Ring): Life {
  const client = clientAt(place % 256, place % BLOCKS);
  yield place * SECOND;
  await join(client, place, ring);
  const unclaimed = new Set<(typeof FREE_REWARDS)[number]>(FREE_REWARDS);
  while (unclaimed.size > 0) {
    for (const reward of unclaimed) if (await claim(client, reward)) unclaimed.delete(reward);
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
async function claim(client: Client, reward: (typeof FREE_REWARDS)[number]): Promise<boolean> {
  const answer =
    reward === 'welcome'
      ? await client.send('handleLoginReward', {})
      : await client.send('claimTask', { task: reward });
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
