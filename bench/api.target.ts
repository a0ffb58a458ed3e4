import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRST_DAY, type Population } from './populations.ts';

/** The process that is measured, as it describes itself. */
export interface Target {
  /** address of our server */
  readonly ours: string;
  /** address of a bare Fastify route `/record` with the same statements on the same pool */
  readonly bare: string;
  /** one session of each user */
  readonly tokens: string[];
  readonly firstClip: number;
  readonly clips: number;
  readonly databaseUrl: string;
}

/** Runs the measured process on a database of its own for as long as `measure` takes. */
export async function withTarget(
  measure: (target: Target) => Promise<void>,
  population: Population = FIRST_DAY,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-bench-'));
  const child = fork(join(import.meta.dirname, 'api.server.ts'), {
    env: { ...process.env, DATA_DIR: dataDir, BENCH_POPULATION: JSON.stringify(population) },
  });
  const ended = once(child, 'exit');
  try {
    const early = ended.then(() => Promise.reject(new Error('the measured server ended')));
    const [target] = (await Promise.race([once(child, 'message'), early])) as [Target];
    await measure(target);
  } finally {
    if (child.connected) child.disconnect();
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What a reward's request carries. */
export interface RewardRequest {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/**
 * Goes through users, then clips, so that no reward is asked for twice in the whole run; each user
 * has an address of their own, as in life.
 */
export function rewardRequests({ tokens, firstClip, clips }: Target): () => RewardRequest {
  let sent = 0;
  return () => {
    const user = sent % tokens.length;
    const clip = Math.floor(sent / tokens.length);
    if (clip >= clips) throw new Error('the load has run out of clips: raise BENCH_CLIPS');
    sent += 1;
    return {
      body: JSON.stringify({ videos_id: firstClip + clip }),
      headers: {
        'content-type': 'application/json',
        'ba-user-token': tokens[user] ?? '',
        'x-forwarded-for': `10.${user >> 8}.${user & 255}.1`,
      },
    };
  };
}
