import type pg from 'pg';
import type { UserInfo } from '../../contract/shapes.ts';
import { readFunding } from '../../server/domain/funding.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { type Client, dataOf, isRefused } from './client.ts';
import type { Clock, Life } from './clock.ts';
import { register } from './proof.ts';

/** One of many accounts that register, claim what is free, and watch nothing. */
export interface Drain {
  readonly place: number;
  readonly client: Client;
  readonly clock: Clock;
  /** whose code all but the first one use */
  readonly ring: { code: string | null };
}

const FREE = ['welcome', 'download_app', 'notification'] as const;

/** Registers, and asks for what is free, each midnight anew for what was refused. */
export async function* drainLife(drain: Drain): Life {
  const { clock, place } = drain;
  yield place * SECOND;
  await join(drain);
  const open = new Set<(typeof FREE)[number]>(FREE);
  while (open.size > 0) {
    for (const what of open) if (await claim(drain, what)) open.delete(what);
    yield DAY - (clock.time % DAY) + place * SECOND;
  }
}

async function join({ client, place, ring }: Drain): Promise<void> {
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

/** @returns whether it was given */
async function claim({ client }: Drain, what: (typeof FREE)[number]): Promise<boolean> {
  const answer =
    what === 'welcome'
      ? await client.send('handleLoginReward', {})
      : await client.send('claimTask', { task: what });
  return !isRefused(answer);
}

/** Notes at the end of each day what has been promised. */
export async function* meterLife(pool: pg.Pool, promised: bigint[]): Life {
  yield DAY - 1;
  for (;;) {
    promised.push((await readFunding(pool)).promised);
    yield DAY;
  }
}
