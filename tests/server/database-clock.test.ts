import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openSession } from '../../server/domain/sessions.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { Client } from './http/client.ts';
import { expectAnswer } from './http/coverage.ts';
import { type ServerProcess, startProcess } from './http/process.ts';

setUpDomain();

const MINUTES_OFF = 5;
/** Longer than a busy machine takes between two calls, shorter than MINUTES_OFF. */
const WATCH_SECONDS = 200;
const running: ServerProcess[] = [];

/** Starts a server of the test’s database, with a clock that is ahead, or behind if negative. */
function start(minutesAhead: number): Promise<string> {
  const shifted = `
    const { now } = Date;
    globalThis.Date = class extends Date {
      constructor(...given) {
        super(...(given.length > 0 ? given : [Date.now()]));
      }
      static now = () => now() + ${minutesAhead * 60_000};
    };`;
  const started = startProcess({
    DATABASE_URL: domain.url,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shifted)}`,
  });
  running.push(started);
  return started.ready;
}

let right: string;
let ahead: string;
let behind: string;

beforeAll(async () => {
  await domain.configure({ 'video.watch_seconds': String(WATCH_SECONDS) });
  await domain.video();
  [right, ahead, behind] = await Promise.all([start(0), start(MINUTES_OFF), start(-MINUTES_OFF)]);
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
});

/** Creates a member to whom the server whose clock is right has just served a clip. */
async function member() {
  const { userId } = await domain.user();
  const token = await openSession(domain.context({ now: new Date() }), userId, true);
  const { list } = await expectAnswer(new Client(right, token), 'playable', { page: 1, limit: 1 });
  return { userId, token, claim: { videos_id: Number(list[0]?.id) } };
}

test('a server whose clock is ahead does not shorten the watch time', async () => {
  const { token, claim } = await member();
  const { envelope } = await new Client(ahead, token).send('record', claim);
  expect(envelope).toMatchObject({ code: 0, data: { reason: 'too_early' } });
});

test('the Date header has the time of the database, not of the server’s machine', async () => {
  const { token } = await member();
  const { headers } = await new Client(ahead, token).send('info');
  const aheadMs = Date.parse(headers.get('date') ?? '') - Date.now();
  expect(Math.abs(aheadMs)).toBeLessThan(60_000);
});

test('a server whose clock is behind pays when the watch time is over', async () => {
  const { userId, token, claim } = await member();
  await domain.pool.query(
    'update served set first_at = first_at - make_interval(secs => $2) where user_id = $1',
    [userId, WATCH_SECONDS],
  );
  await expectAnswer(new Client(behind, token), 'record', claim);
  const { rows } = await domain.pool.query(
    `select abs(extract(epoch from now() - created_at)) < 60 as is_now from transfer
     where user_id = $1`,
    [userId],
  );
  expect(rows).toEqual([{ is_now: true }]);
});

test.each(['Pacific/Kiritimati', 'America/St_Johns', 'Pacific/Pago_Pago'])(
  'a moment is stored on its UTC day, also by a server in the time zone %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    const moments = ['2026-03-04T00:30:00.000Z', '2026-03-04T23:30:00.000Z'];
    for (const moment of moments) {
      const { rows } = await domain.pool.query('select $1::date as day, $2::timestamptz as at', [
        new Date(moment),
        new Date(moment),
      ]);
      expect(rows).toEqual([{ day: '2026-03-04', at: new Date(moment) }]);
    }
  },
);
