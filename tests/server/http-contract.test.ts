import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { accountCalls } from './http/accounts.suite.ts';
import { type CallName, table } from './http/client.ts';
import { earningCalls } from './http/earning.suite.ts';
import { proofs, schemaPaths } from './http/proofs.ts';
import { startServer, type TestServer } from './http/server.ts';
import { watchingCalls } from './http/watching.suite.ts';
import { withdrawingCalls } from './http/withdrawing.suite.ts';

let running: TestServer;
const server = () => running;

beforeAll(async () => {
  running = await startServer({
    config: { push: { firebase: { apiKey: 'k' }, vapid_key: 'v' } },
  });
});
afterAll(() => running.close());

accountCalls(server);
watchingCalls(server);
withdrawingCalls(server);
earningCalls(server);

// last: what all of the above has seen over the wire
describe('nothing in the contract is untested', () => {
  const entries = Object.entries(table) as [CallName, Call][];

  test.each(entries)('%s', (name, call) => {
    const seen = proofs[name];
    expect({
      refusals: call.refusals.filter((reason) => !seen.refusals.has(reason)),
      given: schemaPaths(call.gives).filter((path) => !seen.gives.has(path)),
      taken: schemaPaths(call.takes).filter((path) => !seen.takes.has(path)),
      unexpected: [...seen.refusals].filter((reason) => !call.refusals.includes(reason)),
    }).toEqual({ refusals: [], given: [], taken: [], unexpected: [] });
  });
});
