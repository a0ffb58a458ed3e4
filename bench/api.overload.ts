import autocannon from 'autocannon';
import { rewardRequests, type Target, withTarget } from './api.target.ts';

/** More than three times the number of calls that the server works on at once. */
const CONNECTIONS = 1_800;
const SECONDS = 6;

/**
 * Overloads the server for some seconds: prints how many calls are rejected with a retry time, the
 * memory, and the time until a call takes at most three times as long as before.
 */
export function benchOverload(): Promise<void> {
  return withTarget(async (target) => {
    const next = rewardRequests(target);
    const calm = await timeOne(target, next);
    if (!Number.isFinite(calm)) throw new Error('a call before the load is not answered with 200');
    const before = await residentMegabytes(target);
    const counts = { answered: 0, shed: 0, other: 0 };
    const result = await autocannon({
      url: `${target.ours}/index.php/api/video/record`,
      connections: CONNECTIONS,
      duration: SECONDS,
      timeout: 30,
      requests: [
        {
          method: 'POST',
          setupRequest: (request) => Object.assign(request, next()),
          onResponse: (status, _body, _context, headers) => {
            const isShed = status === 503 && headers?.['retry-after'] !== undefined;
            counts[status === 200 ? 'answered' : isShed ? 'shed' : 'other'] += 1;
          },
        },
      ],
    });
    const loaded = await residentMegabytes(target);
    const seconds = await timeToRecover(target, next, calm * 3);
    console.log(
      `${CONNECTIONS} connections for ${SECONDS} s: ${counts.answered} answered, ` +
        `${counts.shed} rejected with retry-after, ${counts.other} otherwise, ${result.errors} failed; ` +
        `memory ${before} -> ${loaded} MB; after ${seconds.toFixed(1)} s a call takes at most three times its usual time`,
    );
  });
}

/** @returns milliseconds of one call; infinite: the call was not answered with 200 */
async function timeOne({ ours }: Target, next: ReturnType<typeof rewardRequests>) {
  const began = performance.now();
  const response = await fetch(`${ours}/index.php/api/video/record`, { method: 'POST', ...next() });
  await response.text();
  return response.status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY;
}

async function timeToRecover(
  target: Target,
  next: ReturnType<typeof rewardRequests>,
  enoughMs: number,
): Promise<number> {
  const began = performance.now();
  while ((await timeOne(target, next)) > enoughMs);
  return (performance.now() - began) / 1000;
}

async function residentMegabytes({ metrics }: Target): Promise<number> {
  const text = await (await fetch(metrics)).text();
  const bytes = /^clipurse_resident_memory_bytes (.*)$/m.exec(text)?.[1];
  return Math.round(Number(bytes) / 1_000_000);
}

if (import.meta.main) await benchOverload();
