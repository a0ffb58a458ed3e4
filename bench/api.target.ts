import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { info } from '../contract/calls.ts';
import { BASE_PATH } from '../contract/envelope.ts';
import { FIRST_DAY, type Population } from './populations.ts';

/** The measured process, as it describes itself. */
export interface Target {
  /** address of our server */
  readonly ours: string;
  /** address of a bare Fastify route `/record` with the same statements on the same pool */
  readonly bare: string;
  /** address of our server's metrics */
  readonly metrics: string;
  /** a session token of each user */
  readonly tokens: string[];
  /** the user ids are multiples of this number */
  readonly step: number;
  readonly firstClip: number;
  readonly clips: number;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** process id of our server */
  readonly pid: number;
}

/** Network and limits of the measured process. */
interface Place {
  /** listening address of our server */
  readonly host?: string;
  /** limit of open files; default: the limit of this process */
  readonly maxFiles?: number;
  /** password links by mail are enabled; none is sent */
  readonly mails?: boolean;
}

/** Runs the measured process on a database of its own while `measure` runs. */
export async function withTarget(
  measure: (target: Target) => Promise<void>,
  population: Population = FIRST_DAY,
  { host = '127.0.0.1', maxFiles, mails = false }: Place = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-bench-'));
  const limited = {
    execPath: '/bin/sh',
    execArgv: ['-c', `ulimit -n ${maxFiles}; exec "$0" "$@"`, process.execPath],
  };
  const child = fork(join(import.meta.dirname, 'api.server.ts'), {
    ...(maxFiles === undefined ? {} : limited),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      BENCH_HOST: host,
      ...(mails ? { BENCH_MAILS: '1' } : {}),
      BENCH_POPULATION: JSON.stringify(population),
    },
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

/** IP address of a user's calls: each user has another one, as in production. @param index of the token */
export const addressOf = (index: number) => `10.${index >> 8}.${index & 255}.1`;

/**
 * Makes one call for every user, as clients fetch clips before they claim: on the first call with a
 * token, the server counts the address and reads the session with extra statements.
 */
export async function greet({ ours, tokens }: Target): Promise<void> {
  const waiting = tokens.entries();
  const greetOne = async () => {
    for (const [user, token] of waiting) {
      const headers = { 'ba-user-token': token, 'x-forwarded-for': addressOf(user) };
      const answer = await fetch(`${ours}${BASE_PATH}${info.path}`, { headers });
      if (!answer.ok) throw new Error(`the server does not answer a user: ${answer.status}`);
      await answer.text();
    }
  };
  await Promise.all(Array.from({ length: 16 }, greetOne));
}

/** The parts of a request for a reward. */
export interface RewardRequest {
  /** the user's number, the clip's number, and the number of rewards requested before */
  readonly user: number;
  readonly clip: number;
  readonly place: number;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/**
 * Returns a function that makes the next request: for every user with the first clip, then for every
 * user with the next clip, so that no reward is requested twice in the whole run.
 */
export function rewardRequests({
  tokens,
  step,
  firstClip,
  clips,
}: Pick<Target, 'tokens' | 'step' | 'firstClip' | 'clips'>): () => RewardRequest {
  let sent = 0;
  return () => {
    const place = sent;
    const index = place % tokens.length;
    const round = Math.floor(place / tokens.length);
    if (round >= clips) throw new Error('the load has run out of clips: raise BENCH_CLIPS');
    sent += 1;
    return {
      ...{ user: (index + 1) * step, clip: firstClip + round, place },
      body: JSON.stringify({ videos_id: firstClip + round }),
      headers: {
        'content-type': 'application/json',
        'ba-user-token': tokens[index] ?? '',
        'x-forwarded-for': addressOf(index),
      },
    };
  };
}
