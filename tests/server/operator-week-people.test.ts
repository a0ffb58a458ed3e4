import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { loginForm } from './forms.ts';
import { Client } from './http/client.ts';
import { expectAnswer, expectRefusal } from './http/proofs.ts';
import {
  address,
  atDesk,
  done,
  newPerson,
  operator,
  type Person,
  postgres,
  readAtDesk,
  server,
  setUpWeek,
  told,
} from './week.setup.ts';

// Rows 3, 5, 6 and 8 to 12 of the operator's week: people, their letters and their money.
setUpWeek();

const SINCE = '--since 2026-01-01';
const EVER = '--from 2026-01-01 --to 2126-12-31';
const soon = <Result>(look: () => Result) => vi.waitFor(look, 30_000);
const log = () =>
  server.output.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): string => JSON.parse(line).msg);

let alice: Person;
beforeAll(async () => {
  await done(
    'rates set KES 129.5',
    'config set reward.download_app 70',
    'config set withdraw.requirements.videos 0',
    'config set withdraw.review_signals ""',
    'config set register.proof_after 1000',
    'config set video.reward 0.05',
    'config set video.watch_seconds 1',
    `videos add '${new URL('../../server/demo/clips/koi.mp4', import.meta.url).pathname}'`,
  );
  await done(
    String.raw`methods add mpesa --name M-Pesa --account-type phone --countries KE --account-pattern '^(?:\+?254|0)[17]\d{8}$' --account-hint 0712345678 --currency KES --rounding 1`,
  );
  await soon(async () => {
    const { rewards } = await expectAnswer(new Client(address, null), 'getAppConfig');
    expect(rewards.download_app).toBe('70.0000');
  });
  alice = await newPerson();
});

test('row 3: the person sees what arrives before confirming, the file has it, and the ledger what it cost', async () => {
  await expectAnswer(alice.client, 'claimTask', { task: 'download_app' });
  const account = { country: 'KE', method: 'mpesa', recipient_name: 'Amira' };
  await expectAnswer(alice.client, 'updateWdinfo', { ...account, account: '0712345678' });
  const { currency, pay } = await expectAnswer(alice.client, 'withdrawConfig');
  expect([currency, pay]).toEqual(['USD', { currency: 'KES', rate: '129.5', rounding: '1.00' }]);
  const shown = (amount: string) => ({ amount: '10', pay: { currency: 'KES', amount } });
  await expectRefusal(alice.client, 'withdraw', shown('1300.00'), 'pay_changed');
  await expectAnswer(alice.client, 'withdraw', shown('1295.00'));
  expect((await operator('withdrawals list')).out).toMatch(
    new RegExp(`^1 +${alice.name} +10\\.0000 +USD +1295\\.00 KES +mpesa +…5678 `, 'm'),
  );
});

const EXPORT = 'payouts export --method mpesa --format csv';

test('row 10: an export is shown first, takes what has signals only by number, and can be taken back', async () => {
  expect(await operator(`${EXPORT} --out batch.csv`)).toEqual({
    status: 1,
    out: '',
    err: `nothing can be paid by mpesa
left out, signals (withdrawals review ID; --with ID,ID takes them): 1: 1 "Amira" young_account`,
  });
  const summary = `payments: 1
currency: USD
lowest: 10.0000
highest: 10.0000
sum: 10.0000
pays: 1295.00 KES
to accounts never paid before: 1
with signals: 1`;
  const asked = await operator(`${EXPORT} --with 1 --out batch.csv`);
  expect([asked.status, asked.out]).toEqual([1, '']);
  expect(asked.err).toContain(summary);
  await expect(readAtDesk('batch.csv')).rejects.toThrow('ENOENT');
  const booked = await operator(`${EXPORT} --with 1 --out batch.csv --yes`);
  expect(booked).toMatchObject({ status: 0, err: `${summary}\n${told()}` });
  expect(await readAtDesk('batch.csv')).toMatch(
    /^B1-W1,1295\.00,KES,mpesa,KE,Amira,\+254712345678,phone,10\.0000,USD,,\r?$/m,
  );
  expect(await operator('payouts cancel 1 --reason "wrong provider"')).toEqual({
    status: 0,
    out: `batch 1 is cancelled: 1 request, 10.0000 USD, is pending again
its file must not be sent`,
    err: told(),
  });
  await done(`${EXPORT} --with 1 --out anew.csv --yes`);
  await atDesk('paid.csv', (await readAtDesk('anew.csv')).replace(/,,(\r?\n)$/, ',paid,$1'));
  await done('payouts import paid.csv');
});

test('row 5: "my clip was not paid" is answered by what happened, in words', async () => {
  await expectAnswer(alice.client, 'playable', { page: 1, limit: 10 });
  const early = { 'idempotency-key': 'early' };
  const refusal = { retry_after: expect.any(Number) as never };
  const clip = { videos_id: 1 };
  await expectRefusal(alice.client, 'record', clip, 'too_early', refusal, early);
  let tries = 0;
  await soon(() => {
    tries += 1;
    return expectAnswer(alice.client, 'record', clip, { 'idempotency-key': `try-${tries}` });
  });
  const { out, status } = await operator(`users timeline ${alice.name} ${SINCE}`);
  const lines = out.split('\n').map((line) => line.replace(/^\S+ +/, '').replace(/ {2,}/, ': '));
  expect(status).toBe(0);
  expect(lines).toEqual(
    expect.arrayContaining([
      'account: registered without an invitation; registrations from the same block of addresses: 1',
      'served: 1 clip was handed out: 1',
      expect.stringMatching(/^refusal: clip 1 "koi" was refused: .*\(too_early\)/),
      'watch: clip 1 "koi" was watched for 1 s: paid 0.0500',
      'entry: 0.0500 was credited: clip watched "koi"',
      'change: payout account set: mpesa +2*******5678 of Amira',
      'withdrawal: withdrawal 1 of 10.0000 was requested, to mpesa +2*******5678, which pays 1295.00 KES',
      'withdrawal: withdrawal 1 of 10.0000 was taken out of batch 1, which was cancelled',
      'withdrawal: withdrawal 1 of 10.0000 was exported in batch 2',
    ]),
  );
});

test('row 5: a person is found by part of a name, by e-mail, account, code and block of addresses', async () => {
  const found = async (text: string) =>
    (await operator(`users find ${text}`)).out.split('\n').find((l) => l.includes(alice.name));
  const email = `${alice.name.replace('_', '').toLowerCase()}@example.org`;
  const words = ['anna', email, '+254712345678', alice.inviteCode, '127.0.0.0/24'];
  const by = ['user name', 'e-mail', 'payout account', 'invite code', 'block of addresses'];
  const answers = await Promise.all(words.map(found));
  for (const [place, answer] of answers.entries()) expect(answer).toContain(` ${by[place]} `);
});

test('row 6: "I forgot my password": the person chooses by a link that works once', async () => {
  const { name } = await newPerson();
  const { out } = await operator(`users reset-link ${name}`);
  const code = new RegExp(`^${address}/reset#code=([0-9a-f]{40})$`, 'm').exec(out)?.[1] ?? '';
  const visitor = new Client(address, null);
  const chosen = { code, password: 'a new and long one' };
  await expectAnswer(visitor, 'resetPassword', chosen);
  await expectRefusal(visitor, 'resetPassword', chosen, 'link_over');
  const { password } = chosen;
  await expectAnswer(visitor, 'checkIn', loginForm(0, { username: name, password }));
});

test('row 8: on a full disk people read, writing is 503, and log and /readyz say why, and when it is over', async () => {
  const root = new pg.Client({ connectionString: postgres.url('postgres') });
  await root.connect();
  await root.query(
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
  await root.query('create trigger refuse before insert on transfer execute function refuse()');
  const readyz = async () => (await (await fetch(`${address}/readyz`)).json()) as object;
  const key = { 'idempotency-key': 'share' };
  expect(await alice.client.send('claimShareReward', {}, key)).toMatchObject({ status: 503 });
  await expectAnswer(alice.client, 'info');
  const full = 'the disk of the database is full';
  await expect.poll(readyz).toMatchObject({ data: { status: 'ready', writing: full } });
  await root.query('drop function refuse cascade');
  await root.end();
  await expectAnswer(alice.client, 'claimShareReward', {}, key);
  await expect.poll(readyz).toMatchObject({ data: { status: 'ready' } });
  expect(log().filter((line) => /written|writing/.test(line))).toEqual([
    `nothing can be written: ${full}`,
    'writing works again',
  ]);
});

test('rows 9 and 12: a proxy without TRUST_PROXY is told, and a ring is listed and blocked by a file', async () => {
  const ring: Person[] = [];
  for (let i = 1; i <= 20; i += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}` };
    const member = await newPerson({ invite_code: alice.inviteCode }, headers);
    await member.client.send('info', {}, headers);
    ring.push(member);
  }
  await soon(() => expect(log()).toContainEqual(expect.stringMatching(/^20 people .*TRUST_PROXY/)));
  const names = ring.map(({ name }) => name);
  const { out } = await operator(`users list --invited-by ${alice.name}`);
  expect(
    out
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ +/)[1]),
  ).toEqual(names);
  await atDesk('ring.txt', [...names, 'nobody'].join('\n'));
  const block = 'users block --from ring.txt --reason "One person with 20 accounts"';
  expect(await operator(block)).toMatchObject({
    status: 1,
    err: 'ring.txt: nobody is blocked\nline 21: there is no user "nobody"',
  });
  await atDesk('ring.txt', names.join('\n'));
  expect((await operator(block)).out).toMatch(/^blocked: 20, blocked already: 0$/m);
  const audit = await operator('audit list --action "users block"');
  for (const name of names) expect(audit.out).toContain(`"words":["${name}"]`);
  const accounts = await operator('audit list --action "first payout account"');
  expect(accounts.out).toContain('mpesa +2*******5678');
});

test('row 11: the month’s report is the ledger’s, and lists have days, sums and files', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const [reported, verified, list, csv] = await Promise.all([
    operator(`money report --month ${month}`),
    operator('ledger verify'),
    operator(`withdrawals list --status paid ${EVER} --page 1 --sum`),
    operator(`withdrawals list ${EVER} --csv w.csv`),
  ]);
  const figure = (name: string) => new RegExp(`${name} +(-?[\\d.]+)$`, 'm').exec(reported.out)?.[1];
  expect(['earned +app installed', 'paid +mpesa', 'of it unexplained'].map(figure)).toEqual([
    '70.0000',
    '10.0000',
    '0.0000',
  ]);
  expect([verified.status, verified.out]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^available: ${figure('closing +available')}$`, 'm')),
  ]);
  expect(list.out).toMatch(/^count: 1, sum: 10\.0000 USD$/m);
  expect(csv.out).toMatch(/w\.csv: 1 row$/);
  expect(await readAtDesk('w.csv')).toMatch(/^1,\w+,10\.0000,USD,1295\.00 KES,129\.5,/m);
});
