import pg from 'pg';
import type { RewardRequest } from '../api.target.ts';
import { claimByFunction } from '../ladder.ts';

const CONNECTIONS = 4;
/** First calls of each connection, which plan the statements. */
const FIRST_CALLS = 20;

export interface Times {
  readonly claims: number;
  /** ms */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Makes claims on each connection, as the server does, one after another, until some work ends. */
export async function claimDuring(
  url: string,
  next: () => RewardRequest,
  work: () => Promise<unknown>,
): Promise<Times> {
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client(url));
  await Promise.all(clients.map((client) => client.connect()));
  const times: number[] = [];
  let isOver = false;
  const claim = async (client: pg.Client) => {
    const begun = performance.now();
    const { rows } = await client.query(claimByFunction(next()));
    if (rows[0]?.paid == null) throw new Error(`nothing was paid: ${JSON.stringify(rows[0])}`);
    return performance.now() - begun;
  };
  const prepare = async (client: pg.Client) => {
    for (let left = FIRST_CALLS; left > 0; left -= 1) await claim(client);
  };
  const claimOn = async (client: pg.Client) => {
    while (!isOver) times.push(await claim(client));
  };
  try {
    await Promise.all(clients.map(prepare));
    const ended = work().finally(() => {
      isOver = true;
    });
    await Promise.all([...clients.map(claimOn), ended]);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { claims: times.length, p50: at(0.5), p99: at(0.99), longest: times.at(-1) ?? Number.NaN };
}

export const inWords = ({ claims, p50, p99, longest }: Times): string =>
  `${claims} claims, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`;
