import { startServer, type TestServer } from './server.ts';

/** The status of a request that the limit lets pass: there is no empty form. */
export const PASSED = 400;

/** A server that lets three requests a minute pass, ten seconds into a minute. */
export async function startLimited(trustProxy: boolean | string[]): Promise<TestServer> {
  const server = await startServer({ config: { trustProxy } });
  await server.domain.configure({ 'limit.requests_per_minute': '3' });
  server.domain.advance(10_000);
  return server;
}

/** The statuses of so many requests with a body, one after the other. */
export async function statuses(
  server: TestServer,
  times: number,
  from?: string,
): Promise<number[]> {
  const headers: Record<string, string> = from === undefined ? {} : { 'x-forwarded-for': from };
  const seen = [];
  for (let time = 0; time < times; time += 1) {
    seen.push((await server.visitor().send('checkIn', {}, headers)).status);
  }
  return seen;
}
