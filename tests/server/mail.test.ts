import { describe, expect, test } from 'vitest';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { type EmailLink, mailEmailLink } from '../../server/domain/email-links.ts';
import { forgotPassword } from '../../server/domain/forgot-password.ts';
import { makeResetLink, resetPassword } from '../../server/domain/reset-links.ts';
import { HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { ask, countMails, domain, mailServer, reports, sendDue, setUpMail } from './mail.setup.ts';
import { codeIn, startMailServer } from './mail.support.ts';

setUpMail();

let serial = 0;
async function member(username = `mailed_${serial++}`) {
  const { userId } = await domain.user({ username });
  return { userId, username, email: `${username}@example.org` };
}

const choose = (code: string, password = 'eleven paper boats') =>
  resetPassword(domain.context(), null, { code, password }).then(
    () => 'set',
    ({ reason }) => reason,
  );

async function mailedCode(email: string): Promise<string> {
  await ask(email);
  await sendDue();
  const mail = mailServer.mails.at(-1);
  return mail ? codeIn(mail) : '';
}

test('a member who has forgotten the password gets a link by mail, which works once', async () => {
  const { email } = await member('Anouk');
  expect(await ask(' ANOUK@Example.org')).toEqual({});
  await sendDue();
  expect(mailServer.mails).toMatchObject([{ from: 'help@clips.example', to: [email] }]);
  const [mail] = mailServer.mails;
  const code = mail ? codeIn(mail) : '';
  expect(mail?.headers).toContain('From: Clipurse <help@clips.example>');
  expect(mail?.headers).toContain('Subject: Clipurse: Choose a new password');
  expect(mail?.html).toContain(`href="https://clips.example/reset#code=${code}"`);
  expect(await countMails()).toEqual({ waiting: 0, links: 1 });
  expect([await choose(code), await choose(code, 'twelve paper boats')]).toEqual([
    'set',
    'link_over',
  ]);
  expect(await countMails()).toEqual({ waiting: 0, links: 0 });
  expect(reports).toEqual([]);
});

test('a link is valid for exactly half an hour', async () => {
  const { email } = await member();
  const code = await mailedCode(email);
  const newer = await mailedCode(email);
  domain.advance(30 * MINUTE - 1);
  expect(await choose(code)).toBe('set');
  expect(await choose(newer, 'twelve paper boats')).toBe('link_over');
  const late = await mailedCode((await member()).email);
  domain.advance(30 * MINUTE);
  expect(await choose(late)).toBe('link_over');
});

test('an operator’s link ends earlier mailed links, and stays valid beside later mailed links', async () => {
  const { email, userId } = await member();
  const mailed = await mailedCode(email);
  const { code } = await makeResetLink(domain.pool, userId, domain.now());
  expect(await choose(mailed)).toBe('link_over');
  await mailedCode(email);
  expect(await choose(code)).toBe('set');
  expect(await countMails()).toEqual({ waiting: 0, links: 0 });
});

test('an unknown address and a blocked member’s address get no mail, and the same answer as another address', async () => {
  const blocked = await member();
  await domain.pool.query('update account set blocked_at = $2 where user_id = $1', [
    blocked.userId,
    domain.now(),
  ]);
  const { email } = await member();
  const answers = await Promise.all(
    [email, 'nobody@example.org', blocked.email].map((address) => ask(address)),
  );
  expect(answers).toEqual([{}, {}, {}]);
  await sendDue();
  expect(mailServer.mails.map(({ to }) => to)).toEqual([[email]]);
  expect(await countMails()).toEqual({ waiting: 0, links: 1 });
});

test('a request runs the same statements for known and for unknown addresses', async () => {
  const { email } = await member();
  const statements = async (address: string) => {
    const seen: string[] = [];
    const db = Object.assign(Object.create(domain.pool), {
      query: (query: string | { text: string }, values: unknown[]) => {
        seen.push(typeof query === 'string' ? query : query.text);
        return domain.pool.query(query as string, values);
      },
    });
    await forgotPassword(domain.context({ db }), null, { email: address });
    return seen;
  };
  const known = await statements(email);
  expect(known).toEqual(await statements('nobody@example.org'));
  expect(known.join()).not.toMatch(/account/);
});

test('an address may be sent three mails an hour, known or unknown', async () => {
  domain.setNow(new Date(Math.ceil(domain.now().getTime() / 3_600_000) * 3_600_000));
  for (const address of ['nobody@example.org', (await member()).email]) {
    for (let asked = 0; asked < 3; asked += 1) await ask(address);
    await expect(ask(address)).rejects.toMatchObject({
      reason: 'too_many_attempts',
      detail: { retry_after: 3600 },
    });
  }
  domain.advance(60 * MINUTE);
  expect(await ask('nobody@example.org')).toEqual({});
});

describe('a mail server', () => {
  test('that is unreachable gets the mail later, with a link that works', async () => {
    const { email } = await member();
    await ask(email);
    await mailServer.close();
    await sendDue();
    expect(reports).toEqual(['the mail server could not be reached: ECONNREFUSED']);
    expect(await countMails()).toEqual({ waiting: 1, links: 0 });
    // no link has been sent yet, so none is valid
    expect((await domain.pool.query('select from mail where code_hash is null')).rowCount).toBe(1);
    const port = Number(new URL(mailServer.url).port);
    const again = await startMailServer(port);
    domain.advance(10 * SECOND - 1);
    await sendDue();
    expect(again.mails).toEqual([]);
    domain.advance(1);
    await sendDue();
    const [mail] = again.mails;
    expect(await choose(mail ? codeIn(mail) : '')).toBe('set');
    await again.close();
  });

  test('that refuses temporarily is tried nine times; then the mail is given up', async () => {
    const { email } = await member();
    await ask(email);
    mailServer.refusing = { status: 451, says: `not now, ${email}` };
    const waits: number[] = [];
    for (;;) {
      await sendDue();
      const { rows } = await domain.pool.query<{ due_at: Date }>('select due_at from mail');
      const [row] = rows;
      if (!row) break;
      waits.push((row.due_at.getTime() - domain.now().getTime()) / SECOND);
      domain.setNow(row.due_at);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280]);
    expect(reports).toEqual([
      ...Array(8).fill('the mail server answered 451'),
      'a mail was given up: the mail server answered 451',
    ]);
  });

  test('that refuses the recipient is not tried again, and no report has the address', async () => {
    const { email } = await member();
    await ask(email);
    mailServer.refusing = { status: 550, says: `no such user ${email}` };
    await sendDue();
    expect(reports).toEqual(['a mail was given up: the mail server answered 550']);
    expect(await countMails()).toEqual({ waiting: 0, links: 0 });
  });

  test('that refuses the password is tried again', async () => {
    const { email } = await member();
    await ask(email);
    await sendDue(mailServer.url.replace('p%40ss', 'wrong'));
    expect(reports).toEqual(['the mail server answered 535']);
    expect(await countMails()).toEqual({ waiting: 1, links: 0 });
  });
});

test('a mail that undoes a change is tried for more than a day, as its member cannot request it again', async () => {
  const { email, userId } = await member();
  const link = { kind: 'undo', userId, address: { plain: email, key: email }, sessionHash: null };
  await mailEmailLink(domain.pool, link as EmailLink, domain.now());
  mailServer.refusing = { status: 451, says: 'not now' };
  const asked = domain.now().getTime();
  for (;;) {
    await sendDue();
    const { rows } = await domain.pool.query<{ due_at: Date }>('select due_at from mail');
    const [row] = rows;
    if (!row) break;
    domain.setNow(row.due_at);
  }
  expect((domain.now().getTime() - asked) / HOUR).toBeGreaterThan(24);
  expect(reports.at(-1)).toBe('a mail was given up: the mail server answered 451');
});

test('a mail server that refuses the sender is tried again: the fault affects all mails', async () => {
  const { email } = await member();
  await ask(email);
  mailServer.refusing = { status: 550, says: 'who is that', isOfSender: true };
  await sendDue();
  expect(reports).toEqual(['the mail server answered 550']);
  expect(await countMails()).toEqual({ waiting: 1, links: 0 });
  mailServer.refusing = null;
  domain.advance(10 * SECOND);
  await sendDue();
  expect(mailServer.mails.map(({ to }) => to)).toEqual([[email]]);
});

test('the deletion of an account deletes its mails', async () => {
  const { email, userId } = await member();
  await mailedCode(email);
  await ask(email);
  expect(await countMails()).toEqual({ waiting: 1, links: 1 });
  await eraseAccount(domain.pool, userId, null, domain.now());
  expect(await countMails()).toEqual({ waiting: 0, links: 0 });
});

test('requests are refused while ten thousand mails are queued', async () => {
  await domain.pool.query(
    `insert into mail (kind, email_key, created_at, due_at, expires_at)
     select 'reset', n || '@example.org', now(), now(), now() from generate_series(1, 10000) as n`,
  );
  await expect(ask('nobody@example.org')).rejects.toMatchObject({ name: 'Unavailable' });
});
