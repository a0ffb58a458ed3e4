import { startServer, type TestServer } from './server.ts';

/** The status of a request within the limit: `checkIn` without fields is malformed. */
export const PASSED = 400;

/** Starts a server with a limit of three requests a minute; its clock is ten seconds into a minute. */
export async function startLimited(trustProxy: boolean | string[]): Promise<TestServer> {
  const server = await startServer({ config: { trustProxy } });
  await server.domain.configure({ 'limit.requests_per_minute': '3' });
  server.domain.advance(10_000);
  return server;
}

/** Sends `checkIn` this many times, one after the other. @returns the statuses */
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
