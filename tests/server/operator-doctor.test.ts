import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { nameDatabase } from '../../server/database/open.ts';
import { writeServerRecord } from '../../server/database/server-record.ts';
import { diagnose, READY, serve, serverAt, stops } from './doctor.setup.ts';
import { startMailServer } from './mail.support.ts';
import { dataDir, domain, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

/** Makes a folder with one backup of that age, and an unfinished backup. */
async function backupsOf(hours: number): Promise<string> {
  const folder = join(dataDir, `backups-${hours}`);
  await mkdir(join(folder, 'one'), { recursive: true });
  await mkdir(join(folder, 'two.new-7'));
  const sums = join(folder, 'one/SHA256SUMS');
  await writeFile(sums, '');
  const at = new Date(Date.now() - hours * 3_600_000);
  await utimes(sums, at, at);
  return folder;
}

test('a correct installation has no bad finding, and status 0', async () => {
  await domain.pool.query(
    `insert into setting (key, value) values ('support.contact', 'help@clips.example')
     on conflict (key) do update set value = excluded.value`,
  );
  await domain.pool.query(
    `insert into operator_page (page, version, language, sha256, markdown, published_at)
     select page, 1, 'en', sha256('x'), 'x', now() from unnest(array['terms', 'privacy']) as page`,
  );
  await serverAt(await serve(READY));
  const address = await serve(READY, true);
  const env = { PUBLIC_URL: address, DATA_KEY: 'ab'.repeat(32) };
  await run(['keys', 'rotate'], env);
  const { ok, verdicts } = await diagnose(env, '--backups', await backupsOf(3));
  // deletes the data key, as most tests set none
  await domain.pool.query('truncate data_key');
  expect(ok).toBe(true);
  const { ffmpeg, ...others } = verdicts;
  expect(others).toEqual({
    ...{ database: 'good', writes: 'good', clock: 'good', outbox: 'good', queues: 'good' },
    ...{ rates: 'good', 'data key': 'good', 'look-ups': 'good', 'media files': 'good' },
    ...{ settings: 'good', server: 'good', address: 'good', certificate: 'good' },
    ...{ proxy: 'unknown', disk: 'good', push: 'good', mail: 'good', backup: 'good' },
  });
});

test.each([
  [
    'is not ready',
    [503, {}],
    'the server is not ready: it cannot reach its database, or lacks its data key',
  ],
  ['refuses writes', [200, { data: { status: 'ready', writing: 'the disk is full' } }], 'full'],
  ['is another program', [200, {}], 'another program answers there'],
] as const)('a server that %s is bad', async (_, answer, why) => {
  await serverAt(await serve(answer));
  const { ok, verdicts, says } = await diagnose();
  expect({ ok, server: verdicts.server }).toEqual({ ok: false, server: 'bad' });
  expect(says.server).toContain(why);
});

test.each([
  ['clipurse_unnamed_proxies 0', 'good'],
  ['clipurse_unnamed_proxies 2', 'bad'],
  ['another program', 'unknown'],
])('with %s in the metrics, the proxy is %s', async (text, verdict) => {
  const { port } = new URL(await serve([200, `# HELP\n${text}\n`]));
  expect((await diagnose({ METRICS_PORT: port })).verdicts.proxy).toBe(verdict);
});

test('a server that has ended is bad, and its address is not requested', async () => {
  await serverAt('http://127.0.0.1:9', 2 ** 22 + 1);
  const { verdicts, says } = await diagnose();
  expect(verdicts.server).toBe('bad');
  expect(says.server).toBe(`the server of ${dataDir} does not run`);
});

test('an unreachable database is one finding among the others', async () => {
  const { verdicts } = await diagnose({ DATABASE_URL: 'postgres://u:p@127.0.0.1:9/none' });
  expect(verdicts).toMatchObject({ database: 'bad', server: 'bad', disk: 'good' });
  expect(verdicts).not.toHaveProperty('clock');
});

test('an address without TLS, or with a certificate of another name, is bad', async () => {
  const plain = new URL(await serve(READY));
  const without = await diagnose({ PUBLIC_URL: `http://0.0.0.0:${plain.port}` });
  expect(without.verdicts).toMatchObject({ address: 'good', certificate: 'bad' });
  const secure = new URL(await serve(READY, true));
  const foreign = await diagnose({ PUBLIC_URL: `https://0.0.0.0:${secure.port}` });
  expect(foreign.verdicts).toMatchObject({ address: 'bad', certificate: 'bad' });
  expect(foreign.says.certificate).toBe(
    'browsers refuse the certificate (ERR_TLS_CERT_ALTNAME_INVALID)',
  );
});

test('doctor checks the server’s PUBLIC_URL, even if the command’s environment has none', async () => {
  await run(['config', 'set', 'debug.pages', 'true']);
  const place = { address: await serve(READY), database: nameDatabase(domain.url, dataDir) };
  const publicUrl = await serve(READY, true);
  await writeServerRecord(dataDir, { ...place, publicUrl, pid: process.pid });
  const { verdicts, says } = await diagnose();
  expect(says.address).toBe(`${publicUrl} leads to the server`);
  expect(verdicts).toMatchObject({ address: 'good', 'debug pages': 'warning' });
  await run(['config', 'set', 'debug.pages', 'false']);
});

test('uncredited and late rewards are bad; paused payouts and debug pages are warnings', async () => {
  const { userId } = await domain.user();
  await domain.pool.query(
    `insert into outbox_dead (user_id, op, idempotency_key, amount, detail, created_at, failed_at, error)
     values ($1, 'invite', 'a', 1, '', now(), now(), 'why')`,
    [userId],
  );
  await domain.pool.query(
    `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at, due_at)
     values ($1, 'invite', 'b', 1, '', now() - interval '1 hour', now())`,
    [userId],
  );
  await run(['config', 'set', 'payout.paused', 'true']);
  await run(['config', 'set', 'debug.pages', 'true']);
  const { verdicts, says } = await diagnose({ PUBLIC_URL: await serve(READY, true) });
  expect(verdicts).toMatchObject({
    ...{ outbox: 'bad', queues: 'bad', payouts: 'warning', 'debug pages': 'warning' },
  });
  expect(says.outbox).toMatch(/^1 rewards/);
});

test('a name that leads to another account is bad', async () => {
  const { userId } = await domain.user();
  const leadTo = (to: bigint, from: bigint) =>
    domain.pool.query('update account_lookup set user_id = $1 where user_id = $2', [to, from]);
  await leadTo(-1n, userId);
  const { verdicts, says } = await diagnose();
  await leadTo(userId, -1n);
  expect(verdicts['look-ups']).toBe('bad');
  expect(says['look-ups']).toMatch(/^3 names, .* lead to no account, and 3 to a wrong one$/);
});

/** Makes these statements fail, as they do when the disk of the database is full. */
function fillDisk(statements: RegExp): void {
  const { query } = pg.Client.prototype;
  const refused = Object.assign(new Error('could not extend file'), { code: '53100' });
  const answer = function (this: pg.Client, ...args: unknown[]) {
    return statements.test(String(args[0]))
      ? Promise.reject(refused)
      : Reflect.apply(query, this, args);
  };
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(answer as never);
  stops.push(() => spy.mockRestore());
}

test('a full disk of the database is bad, and a command reports that it changed nothing', async () => {
  fillDisk(/create temporary table|insert into audit/);
  const { ok, says } = await diagnose();
  expect({ ok, writes: says.writes }).toEqual({
    ok: false,
    writes: 'the disk of the database is full: nobody is paid',
  });
  expect(await run(['config', 'set', 'video.daily_limit', '7'])).toMatchObject({
    status: 1,
    err: 'failed: the disk of the database is full, so nothing was changed',
  });
});

test('an old backup, and a missing one, are bad', async () => {
  expect((await diagnose({}, '--backups', await backupsOf(40))).says.backup).toBe(
    'the newest backup is 40 h old',
  );
  await mkdir(join(dataDir, 'empty'));
  const none = await diagnose({}, '--backups', join(dataDir, 'empty'));
  expect(none.verdicts.backup).toBe('bad');
  const nowhere = join(dataDir, 'nowhere');
  expect((await diagnose({}, '--backups', nowhere)).says.backup).toBe(
    `there is no folder ${nowhere}`,
  );
});

test('each finding is a line for people, with the next step below it', async () => {
  const { out } = await run(['doctor']);
  expect(out).toContain(
    'unknown  backup: doctor does not know the folder of the backups\n         to do: doctor --backups DIR',
  );
});

test('mails that wait too long are bad', async () => {
  const asked = (lag: string) =>
    domain.pool.query(
      `insert into mail (kind, email_key, created_at, due_at, expires_at)
       values ('reset', $1::text, now(), now() - $1::text::interval, now())`,
      [lag],
    );
  // the outbox rows of earlier tests would be late, too
  await domain.pool.query('truncate outbox');
  await asked('1 minute');
  expect((await diagnose()).verdicts.queues).toBe('good');
  await asked('1 hour');
  expect((await diagnose()).says.queues).toMatch(/mails wait for 360\d s/);
  await domain.pool.query('truncate mail');
});

/** Starts a mail server that is closed after its test. */
async function mailServerOfTest() {
  const server = await startMailServer();
  stops.push(() => void server.close());
  return server;
}

test('mail: a server that refuses the log-in is bad, and its message is not repeated', async () => {
  const mailServer = await mailServerOfTest();
  const MAIL_FROM = 'help@clips.example';
  const by = (SMTP_URL: string) => diagnose({ SMTP_URL, MAIL_FROM });
  expect((await diagnose()).verdicts.mail).toBe('good');
  expect((await by(mailServer.url)).says.mail).toBe('the mail server takes mails');
  const wrong = await by(mailServer.url.replace('p%40ss', 'wrong'));
  expect([wrong.verdicts.mail, wrong.says.mail]).toEqual(['bad', 'the mail server answered 535']);
  await mailServer.close();
  expect((await by(mailServer.url)).says.mail).toMatch(/^the mail server could not be reached: /);
});

test('e-mails: requiring a confirmed e-mail on a server that sends no mails is a warning', async () => {
  const mailServer = await mailServerOfTest();
  const set = async (value: string) =>
    expect(await run(['config', 'set', 'withdraw.email_confirmed_required', value])).toMatchObject({
      status: 0,
    });
  await set('true');
  expect((await diagnose()).verdicts).toMatchObject({ database: 'good', 'e-mails': 'warning' });
  const MAIL = { SMTP_URL: mailServer.url, MAIL_FROM: 'help@clips.example' };
  expect((await diagnose(MAIL)).verdicts).not.toHaveProperty('e-mails');
  await set('');
});
