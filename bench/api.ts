import autocannon from 'autocannon';
import { countFrom } from '../scripts/usage.ts';
import { type RewardRequest, rewardRequests, type Target, withTarget } from './api.target.ts';

export interface Figures {
  readonly perSecond: number;
  /** milliseconds */
  readonly p50: number;
  readonly p99: number;
}

const SECONDS = countFrom('BENCH_SECONDS', 4);
const ROUNDS = 3;

/**
 * Measures paid rewards a second through HTTP, in comparison with a bare Fastify route that runs the
 * same statements on the same pool. No user claims a clip twice. The loads take turns, so that other
 * load on the computer affects all of them; the median of the rounds is printed.
 */
export function benchApi(): Promise<void> {
  return withTarget(async (target) => {
    const load = makeLoad(rewardRequests(target));
    for (const connections of [16, 64]) await compare(target, load, connections);
  });
}

async function compare({ ours, bare }: Target, load: Load, connections: number): Promise<void> {
  const record = `${ours}/index.php/api/video/record`;
  const rounds: Record<'bare' | 'ours' | 'keyed', Figures>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      bare: await load(`${bare}/record`, connections, false),
      ours: await load(record, connections, false),
      keyed: await load(record, connections, true),
    });
  }
  const [floor, plain, keyed] = (['bare', 'ours', 'keyed'] as const).map((name) =>
    medianOf(rounds.map((round) => round[name])),
  );
  if (!floor || !plain || !keyed) return;
  print(`${connections} connections, bare route`, floor, floor);
  print(`${connections} connections, record`, plain, floor);
  print(`${connections} connections, record with a key`, keyed, floor);
}

function print(name: string, figures: Figures, floor: Figures): void {
  const ratio = (value: number, of: number) => (value / of).toFixed(2);
  console.log(
    `${name.padEnd(36)} ${figures.perSecond.toFixed(0).padStart(6)}/s` +
      ` (${ratio(figures.perSecond, floor.perSecond)} of bare)` +
      `  p50 ${figures.p50} ms  p99 ${figures.p99} ms (${ratio(figures.p99, floor.p99)} of bare)`,
  );
}

/** @throws Error when nothing was measured */
export function medianOf(all: readonly Figures[]): Figures {
  const middle = all.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}

type Load = (url: string, connections: number, keyed: boolean) => Promise<Figures>;

/**
 * Returns a function that sends the requests of `next` to an address for the time of a round.
 * @param sign text that the answer has for each reward
 * @param rewards number of rewards in a request
 */
export function makeLoad(
  next: () => Pick<RewardRequest, 'body' | 'headers'>,
  { sign = '"reward"', rewards = 1 } = {},
): Load {
  let keys = 0;
  return async (url, connections, keyed) => {
    let failed = 0;
    const result = await autocannon({
      url,
      connections,
      duration: SECONDS,
      requests: [
        {
          method: 'POST',
          setupRequest: (request) => {
            const { body, headers } = next();
            keys += 1;
            const key = keyed ? { 'idempotency-key': `bench-${keys}` } : {};
            return Object.assign(request, { body, headers: { ...headers, ...key } });
          },
          onResponse: (status, body) => {
            if (status !== 200 || body.split(sign).length <= rewards) failed += 1;
          },
        },
      ],
    });
    if (failed > 0 || result.errors > 0) {
      throw new Error(`${failed} answers were no rewards, ${result.errors} answers never came`);
    }
    return {
      perSecond: result.requests.average * rewards,
      p50: result.latency.p50,
      p99: result.latency.p99,
    };
  };
}

if (import.meta.main) await benchApi();
