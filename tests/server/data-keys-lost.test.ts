import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attachKeys } from '../../server/database/data-keys.ts';
import { checkIn } from '../../server/domain/accounts.ts';
import { RunningServer } from '../../server/domain/at-rest/running-servers.ts';
import { finishSealing } from '../../server/domain/at-rest/sealing.ts';
import type { Caller } from '../../server/domain/context.ts';
import { mailEmailLink } from '../../server/domain/email-links.ts';
import { confirmEmail } from '../../server/domain/email-proof.ts';
import { keyOfName } from '../../server/domain/emails.ts';
import { findAccount } from '../../server/domain/find-account.ts';
import { updateWdinfo, wdinfo } from '../../server/domain/payout-methods.ts';
import { emailWriter, openEmail, storedEmail } from '../../server/domain/sealed-emails.ts';
import { withdrawals } from '../../server/domain/withdrawals.ts';
import { keysFrom, makeKey, provideKeys, provideKeysAndSealEmails } from './data-keys.support.ts';
import { columnsContaining } from './erased.support.ts';
import { loginForm, registerForm } from './forms.ts';
import { sendDue } from './mail.setup.ts';
import { codeIn, type MailServer, startMailServer } from './mail.support.ts';
import { domain, run } from './operator.setup.ts';
import { ask, file, inFolder, method, setUpBatch, setUpPayouts } from './payouts.setup.ts';
import { prove } from './support.ts';

setUpPayouts();
setUpBatch();
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(() => mailServer.close());
beforeEach(async () => {
  await domain.pool.query('truncate data_key, email_lookup, running_server, mail, email_link');
  attachKeys(domain.pool, keysFrom());
});

const [lost, next] = [makeKey(), makeKey()];
const env = { DATA_KEY: next.toString('hex') };
const idOf = (key: Buffer) => keysFrom(key).all()[0]?.id ?? '';
const forget = (...words: string[]) => run(['keys', 'forget', idOf(lost), ...words], env);

/** Reads all wallets and transfers, and the step of each withdrawal. */
async function books(): Promise<unknown> {
  const { rows } = await domain.pool.query(
    `select (select json_agg(wallet order by user_id) from wallet) as wallets,
       (select json_agg(transfer order by transfer) from transfer) as transfers,
       (select json_agg(step order by withdrawal_id) from withdrawal) as steps`,
  );
  return rows[0];
}

const exportWith = (key: Buffer, to: string) =>
  run(
    [
      ...['payouts', 'export', '--method', method, '--format', 'csv', '--out', inFolder(to)],
      ...['--as', 'ann', '--yes'],
    ],
    { DATA_KEY: key.toString('hex') },
  );

async function setAccountAgain(user: Caller): Promise<void> {
  await prove(domain, user);
  const info = { country: 'DE', method, recipient_name: 'Ada', account: 'ada' };
  await updateWdinfo(domain.context(), user, info);
  expect((await wdinfo(domain.context(), user, {})).list).toHaveLength(1);
}

async function setEmailAgain(userId: bigint, email: string): Promise<void> {
  const address = { plain: email, key: email };
  const link = { kind: 'confirm', userId, address, sessionHash: null } as const;
  await mailEmailLink(domain.pool, link, domain.now());
  await sendDue(mailServer.url);
  expect(mailServer.mails.map(({ to }) => to)).toEqual([[email]]);
  for (const mail of mailServer.mails) {
    await confirmEmail(domain.context(), null, { code: codeIn(mail, 'reset#confirm') });
  }
  // no mail goes to the former address, which is unreadable
  const { rowCount } = await domain.pool.query('select from email_link');
  expect(rowCount).toBe(0);
}

test('after keys forget, people log in by name, keep their money, and set payout account and e-mail again', async () => {
  await provideKeysAndSealEmails(domain, lost);
  const { userInfo } = await checkIn(domain.context(), null, registerForm(1));
  const userId = BigInt(userInfo.id);
  const { user } = await ask(method);
  await exportWith(lost, file);
  const open = await ask(method, { account: 'bob' });
  await finishSealing(domain.pool);
  const before = await books();

  expect(await run(['users', 'find', 'anna_1'], env)).toMatchObject({ status: 1 });
  const counted = await forget('--dry-run', '--json');
  expect(JSON.parse(counted.out)).toEqual({
    ...{ accounts: 2, emails: expect.any(Number), withdrawals: 2, unpaid: 1, files: 1 },
    lookup: true,
  });
  expect((await columnsContaining(domain.pool, [`${idOf(lost)}.`])).length).toBeGreaterThan(0);
  expect(await forget('--yes')).toMatchObject({ status: 0 });

  attachKeys(domain.pool, keysFrom(next));
  expect(await columnsContaining(domain.pool, [`${idOf(lost)}.`])).toEqual([]);
  expect(await books()).toEqual(before);
  expect(await run(['ledger', 'verify'], env)).toMatchObject({ status: 0 });
  const again = await checkIn(domain.context(), null, loginForm(1, { username: 'Anna_1' }));
  expect(again.userInfo).toMatchObject({ id: userInfo.id, email: '' });

  // nothing is paid to a lost payout account, and the request for it can be rejected
  expect((await withdrawals(domain.context(), user, { page: 1, limit: 10 })).list).toHaveLength(1);
  expect(await exportWith(next, 'none')).toMatchObject({ status: 1 });
  const reject = [
    'withdrawals',
    'reject',
    String(open.id),
    '--reason',
    'We have lost your account.',
  ];
  expect(await run(reject, env)).toMatchObject({ status: 0 });
  const { rows: held } = await domain.pool.query('select held from wallet where user_id = $1', [
    open.user.userId,
  ]);
  expect(held).toEqual([{ held: 0n }]);
  expect((await wdinfo(domain.context(), user, {})).list).toEqual([]);
  await setAccountAgain(user);
  await setEmailAgain(userId, userInfo.email);
  expect(await findAccount(domain.pool, userInfo.email)).toBe(userId);
});

test('two people whose e-mails are equal by full case folding keep them, and the older person is found', async () => {
  await provideKeysAndSealEmails(domain, lost);
  await provideKeys(domain, next, lost);
  const [older, younger] = [registerForm(3), registerForm(4)];
  const ids: bigint[] = [];
  for (const form of [older, younger]) {
    ids.push(BigInt((await checkIn(domain.context(), null, form)).userInfo.id));
  }
  const [first = 0n, second = 0n] = ids;
  const stored = storedEmail(await emailWriter(domain.pool), second, {
    plain: older.email,
    key: `${keyOfName(older.email)} of ${second}`,
  });
  await domain.pool.query(
    'update account set email = $2, email_key = $3, key_folding = 3 where user_id = $1',
    [second, stored.email, stored.email_key],
  );
  expect(await forget('--yes')).toMatchObject({ status: 0, err: '' });
  attachKeys(domain.pool, keysFrom(next));
  expect(await findAccount(domain.pool, older.email)).toBe(first);
  const { rows } = await domain.pool.query('select email from account where user_id = $1', [
    second,
  ]);
  expect(openEmail(domain.pool, second, rows[0].email)).toBe(older.email);
});

test('keys forget refuses a key that the command or a running server has, and an unknown key', async () => {
  await provideKeysAndSealEmails(domain, lost);
  const server = new RunningServer(domain.pool, () => {});
  await server.begin();
  expect((await forget('--yes')).err).toContain(`(process ${process.pid}) has it`);
  await server.end();
  const here = { DATA_KEY: lost.toString('hex') };
  const args = ['keys', 'forget', idOf(lost), '--yes'];
  expect((await run(args, here)).err).toContain('this command has it');
  expect((await run(args, {})).err).toContain('set a new key as DATA_KEY');
  expect((await run(['keys', 'forget', 'abcd', '--yes'], env)).err).toContain('knows no data key');
  // rows that an unfinished rotation encrypted with the new key stay, and are found
  await provideKeys(domain, next, lost);
  const { userInfo } = await checkIn(domain.context(), null, registerForm(2));
  expect(await forget('--yes')).toMatchObject({ status: 0 });
  attachKeys(domain.pool, keysFrom(next));
  expect(await findAccount(domain.pool, userInfo.email)).toBe(BigInt(userInfo.id));
});
