import { expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { sessions } from '../../server/domain/session-list.ts';
import { findSession } from '../../server/domain/sessions.ts';
import { deviceIn } from '../../server/domain/user-agent.ts';
import { domain, login, register, setUpAccounts } from './accounts.setup.ts';

setUpAccounts();

const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/126.0.0.0`,
    'Microsoft Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (Linux; Android 14)', 'Android Browser', 'Android'],
  ['Your bank/1.0 (call 555 0100)', null, null],
  ['<script>alert(1)</script>', null, null],
  ['\0', null, null],
  ['', null, null],
])('%j is %s on %s', (agent, browser, system) => {
  expect(deviceIn(agent)).toEqual({ browser, system });
});

test('a user agent that is far too long is read only at its beginning, within a second', () => {
  // CPU time, because a busy machine needs more time by the clock
  const before = process.cpuUsage();
  for (const part of ['Version/', 'android ', 'os x _', '(;', ' ', '1.']) {
    deviceIn(part.repeat(100_000));
  }
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(1_000);
  const agent = `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} ${'x'.repeat(100_000)}`;
  expect(deviceIn(agent)).toEqual({ browser: 'Chrome', system: 'Android' });
});

test('a session has the country of its log-in, but neither the address nor the user agent', async () => {
  const first = await register();
  domain.advance(60_000);
  const agent = `Mozilla/5.0 (Linux; Android 10; Secret-9) ${CHROMIUM} Mobile Safari/537.36`;
  const visitor = { address: '203.0.113.77', country: 'NP', userAgent: agent };
  const { userInfo } = await checkIn(domain.context({ visitor }), null, login());
  const caller = await findSession(domain.context(), userInfo.token);
  const { list } = await sessions(domain.context(), caller, {});
  expect(list).toMatchObject([
    { browser: 'Chrome', system: 'Android', country: 'NP', here: true },
    { browser: null, system: null, country: null, here: false },
  ]);
  const { rows } = await domain.pool.query<{ row: string }>(
    'select session::text as row from session where user_id = $1',
    [first.id],
  );
  expect(rows).toHaveLength(2);
  for (const { row } of rows) expect(row).not.toMatch(/203\.0\.113|Secret-9|126\.0|Mozilla/);
});
