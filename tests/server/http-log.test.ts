import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkLog, logFields } from './http/log-lines.ts';
import { addPayoutMethod } from './http/payout.ts';
import { enterPersonalData } from './http/personal-run.ts';
import { server, setUpServer } from './http/server.setup.ts';

setUpServer();
beforeAll(() => addPayoutMethod(server.domain));

test('the log has one line for each request, found by the request id of the answer', async () => {
  const begun = performance.now();
  const received = await server.visitor().send('videoList', { page: 1 });
  const id = received.headers.get('x-request-id');
  const lines = server.logLines.map((line): { reqId?: string; ms?: number } => JSON.parse(line));
  const found = lines.filter(({ reqId }) => reqId === id);
  // the log rounds to tenths of a millisecond
  expect(found[0]?.ms).toBeLessThan(performance.now() - begun + 0.1);
  expect(found).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      reqId: id,
      method: 'GET',
      route: '/index.php/api/video/list',
      status: 200,
      outcome: 'ok',
      ms: expect.any(Number),
      msg: 'request',
    },
  ]);
});

test('docs/operating.md lists each field of a log line, in the same order', async () => {
  const docs = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const section = docs.split('\n## ').find((part) => part.startsWith('The server’s log')) ?? '';
  const told = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, field]) => field),
  );
  expect(told).toEqual(logFields);
});

test('checkLog finds an undocumented field and a person’s value anywhere in a line', () => {
  const line = { level: 30, time: 1, pid: 1, hostname: 'a', msg: 'request' };
  const check = (more: object) => () =>
    checkLog([JSON.stringify({ ...line, ...more })], ['amira@mail.example']);
  expect(check({})).not.toThrow();
  expect(check({ url: '/a' })).toThrow(/url/);
  expect(check({ err: { type: 'Error', detail: 'of a row' } })).toThrow(/detail/);
  expect(check({ err: { message: 'no amira@mail.example' } })).toThrow(/tells amira@mail.example/);
});

test('the log has no personal data', async () => {
  const given = await enterPersonalData(server);
  const everything = server.logLines.join('');
  const leaked = Object.entries({ ...given, address: '127.0.0.1"' }).filter(([, secret]) =>
    everything.includes(secret),
  );
  expect(leaked).toEqual([]);
  expect(everything).toContain('"status":500');
  expect(everything).toContain('"constraint":"never"');
});
