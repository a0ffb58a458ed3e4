import { expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import { personJson } from '../../server/domain/personal-data/export.ts';
import { textOf } from '../../server/push/texts.ts';
import { reasonWords } from '../../server/words/reasons.source.ts';
import { reasonCodes, reasonIn } from '../../server/words/reasons.ts';
import { expectAnswer } from './http/coverage.ts';
import { server, setUpServer } from './http/server.setup.ts';
import { operatorOf } from './languages.support.ts';
import { addDevice } from './push.support.ts';

setUpServer();

const { done, operate, read, asked } = operatorOf(() => server);

const GERMAN = 'Der Name des Empfängers gehört nicht zum Konto.';

/** Makes a member with a pending withdrawal. */
async function memberWithWithdrawal() {
  await server.domain.configure({ 'reward.download_app': '5', 'withdraw.review_signals': '' });
  const method = ['methods', 'add', 'bank', '--account-type', 'username', '--countries', 'DE'];
  const rule = ['--account-pattern', '^[a-z]+$', '--name', 'Bank', '--account-hint', 'name'];
  await done(...method, ...rule);
  const { client } = await server.user();
  const { username } = (await expectAnswer(client, 'info')).userInfo;
  await expectAnswer(client, 'claimTask', { task: 'download_app' });
  const payee = { country: 'DE', method: 'bank', recipient_name: 'Ada', account: 'ada' };
  await expectAnswer(client, 'updateWdinfo', payee);
  const { withdrawal } = await expectAnswer(client, 'withdraw', { amount: '1' });
  return { client, username, id: String(withdrawal.id) };
}

test('a withdrawal is rejected with a reason from the list, in each reader’s language', async () => {
  const { client, id, username } = await memberWithWithdrawal();
  const note = ['--note', 'It says "A. Lovelace"'];
  const out = await done('withdrawals', 'reject', id, '--reason', 'name_mismatch', ...note);
  expect(out).toContain(
    '\nthe person reads the reason in their own language; in English: ' +
      'The recipient’s name does not belong to the account. It says "A. Lovelace"',
  );
  const reasonTo = async (language: string) =>
    (await asked('withdrawals', language, {}, client)).list[0].reason;
  // the text direction of a note may differ from the direction of the reason before it
  expect(await reasonTo('de')).toBe(`${GERMAN} \u2068It says "A. Lovelace"\u2069`);
  expect(await reasonTo('ar')).toMatch(/^اسم المستلم .*\. \u2068It says "A\. Lovelace"\u2069$/);
  expect(await reasonTo('zh')).toMatch(/^The recipient’s name does not belong to the account\. /);
  const timeline = await done('users', 'timeline', username, '--since', '2020-01-01');
  expect(timeline).toContain(
    'was rejected: The recipient’s name does not belong to the account. It says "A. Lovelace"',
  );
});

test('a reason in an operator’s own words is shown unchanged', async () => {
  const { client, id } = await memberWithWithdrawal();
  const out = await done('withdrawals', 'reject', id, '--reason', 'Please call us');
  expect(out).not.toContain('in English');
  expect((await asked('withdrawals', 'de', {}, client)).list[0].reason).toBe('Please call us');
});

test('a correction, and personal data about it, have the reason in the member’s language', async () => {
  const { client, username } = await memberWithWithdrawal();
  await done('ledger', 'correct', username, '1.50', '--reason', 'our_mistake', '--note', 'May 3');
  const reasonTo = async (language: string) =>
    (await asked('corrections', language, {}, client)).list[0].reason;
  expect(await reasonTo('fr')).toBe(
    'Nous avons corrigé une erreur de notre part. \u2068May 3\u2069',
  );
  await done('ledger', 'correct', username, '-0.50', '--reason', 'paid_twice');
  expect(await reasonTo('de')).toBe('Dieser Betrag war doppelt ausgezahlt worden.');
  const { id } = (await expectAnswer(client, 'info')).userInfo;
  const told = JSON.parse(await personJson(server.domain.pool, BigInt(id), server.domain.now()));
  const words = ['We have corrected a mistake of ours. May 3', 'This amount had been paid twice.'];
  expect(told.correction.map(({ reason }: { reason: string }) => reason)).toEqual(words);
  const entries = told.transfer.filter(({ op }: { op: string }) => op === 'correction');
  expect(entries.map(({ detail }: { detail: string }) => detail)).toEqual(words);
  const { text } = await expectAnswer(client, 'myData', { format: 'csv' });
  expect(text).toContain('We have corrected a mistake of ours. May 3');
});

test('the author of a report gets title and reason in the language of the device', async () => {
  // commands use the database's clock
  server.domain.setNow(new Date());
  const clip = await server.domain.video({ title: 'Koi' });
  await done('videos', 'edit', String(clip), '--title', 'de=Kois');
  const { client } = await server.user();
  const { id } = (await expectAnswer(client, 'info')).userInfo;
  await addDevice(server.domain, { userId: BigInt(id), token: client.token ?? '' }, 'phone');
  const about = { kind: 'clip', id: clip, reason: 'misleading', text: '' } as const;
  await expectAnswer(client, 'sendReport', about);
  const [report] = await read('reports', 'list', '--status', 'open');
  await done('reports', 'dismiss', String(report.id), '--reason', 'keeps_rules');
  const { rows } = await server.domain.pool.query<{ detail: string }>('select detail from push');
  const bodyIn = (language: string) =>
    textOf('report_decided', rows[0]?.detail ?? '', language, null).body;
  expect(bodyIn('de')).toContain(
    '\u2068Kois\u2069. Begründung: \u2068Das verstößt nicht gegen unsere Regeln.\u2069',
  );
  expect(bodyIn('nl')).toContain('\u2068Koi\u2069');
});

test('an unknown or unsuitable reason is refused, and the error lists the suitable ones', async () => {
  const { id, username } = await memberWithWithdrawal();
  const refused = async (...argv: string[]) => {
    const { status, err } = await operate(...argv);
    return { status, why: err.split('\n')[0] };
  };
  expect(await refused('withdrawals', 'reject', id, '--reason', 'breaks_rules')).toEqual({
    status: 2,
    why:
      '--reason "breaks_rules" is none of account_wrong, account_closed, name_mismatch, ' +
      'provider_limit, payout_refused, not_watched; your own words must contain a blank',
  });
  for (const other of ['goodwill', 'illegal']) {
    const { status, why } = await refused('withdrawals', 'reject', id, '--reason', other);
    expect(why).toContain(`--reason "${other}" is none of account_wrong, `);
    expect(status).toBe(2);
  }
  expect(
    await refused('withdrawals', 'reject', id, '--reason', 'Call us', '--note', 'today'),
  ).toMatchObject({
    status: 2,
    why: expect.stringContaining('--note needs a --reason that is one of account_w'),
  });
  const long = ['--reason', 'goodwill', '--note', 'x'.repeat(200)];
  expect(await refused('ledger', 'correct', username, '1', ...long)).toEqual({
    status: 2,
    why: '--note must have 1 to 200 characters',
  });
  expect(await read('withdrawals', 'list', '--status', 'pending')).toContainEqual(
    expect.objectContaining({ id: Number(id), step: 'pending' }),
  );
});

test('every reason of the lists has a text in each language, and there are no other texts', () => {
  const codes = [...new Set(Object.values(reasonCodes).flat())];
  expect(codes.map((code) => `reason.${code}`).sort()).toEqual(Object.keys(reasonWords).sort());
  for (const code of codes) {
    const said = languages.map(({ tag }) => reasonIn(tag, code));
    expect(said).not.toContain(code);
    expect(new Set(said).size).toBeGreaterThan(languages.length - 3);
  }
  expect(reasonIn('de', 'constructor')).toBe('constructor');
  expect(reasonIn('de', 'account_wrong by far')).toBe('account_wrong by far');
});
