import { describe, expect, test } from 'vitest';
import { openEmails } from '../../../server/domain/sealed-emails.ts';
import { createMailWorker } from '../../../server/mail/worker.ts';
import { codeIn } from '../mail.support.ts';
import { Client } from './client.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { logIn, passkeyOf } from './passkeys.setup.ts';
import { startServer, type TestServer } from './server.ts';

const PASSWORD = 'seven green lanterns';
const HOUR_MS = 60 * 60_000;
const QUARTER_MS = HOUR_MS / 4;

let serial = 0;

/** Sends the due mails. @returns recipients and texts */
export async function deliver({
  domain,
}: Pick<TestServer, 'domain'>): Promise<{ to: string; text: string }[]> {
  const mails: { to: string; text: string }[] = [];
  await createMailWorker({
    pool: domain.pool,
    smtp: {
      check: async () => null,
      send: async (to, _name, { text }) => {
        mails.push({ to, text });
        return { kind: 'sent' };
      },
    },
    product: () => 'Clips',
    publicUrl: 'https://clips.example',
    onError: (error) => {
      throw error;
    },
    now: domain.now,
    random: () => 0,
  })(new AbortController().signal);
  return mails;
}

/** Registers a member, who is logged in on two devices. */
export async function person(server: () => TestServer) {
  serial += 1;
  const username = `mover_${serial}`;
  const email = `${username}@before.example`;
  const visitor = server().visitor();
  const form = { tab: 'register', username, email, password: PASSWORD } as const;
  const { userInfo } = await expectAnswer(visitor, 'checkIn', form);
  const again = { tab: 'login', username, password: PASSWORD } as const;
  const { token } = (await expectAnswer(visitor, 'checkIn', again)).userInfo;
  const [mine, other] = [userInfo.token, token].map((each) => new Client(server().url, each));
  if (!mine || !other) throw new Error('nobody');
  const wants = { password: PASSWORD, email: `${username}@after.example` };
  const codeFor = async (to = wants.email) => {
    await expectAnswer(mine, 'changeEmail', { ...wants, email: to });
    const mail = (await deliver(server())).find((each) => each.to === to);
    return mail ? codeIn(mail, 'reset#confirm') : '';
  };
  const logsInAs = async (name: string) =>
    (await visitor.send('checkIn', { tab: 'login', username: name, password: PASSWORD })).envelope
      .data?.reason ?? 'in';
  return { id: userInfo.id, username, email, visitor, mine, other, wants, codeFor, logsInAs };
}

const codeOf = async (client: Client) => (await client.send('info')).envelope.code;

export function emailCalls(server: () => TestServer): void {
  describe('a new e-mail', () => {
    changing(server);
    undoing(server);
    concealing(server);
    refusing(server);
  });
}

function changing(server: () => TestServer): void {
  test('becomes the account’s when its link is opened; other sessions end, and the old address is told', async () => {
    const { mine, other, email, wants, codeFor, visitor, logsInAs } = await person(server);
    const code = await codeFor();
    expect((await expectAnswer(mine, 'info')).userInfo.email).toBe(email);
    expect(await expectAnswer(visitor, 'confirmEmail', { code })).toEqual({ changed: true });
    expect((await expectAnswer(mine, 'info')).userInfo.email).toBe(wants.email);
    expect(await codeOf(other)).toBe(409);
    expect([await logsInAs(wants.email), await logsInAs(email)]).toEqual([
      'in',
      'invalid_credentials',
    ]);
    const told = await deliver(server());
    expect(told.map(({ to }) => to)).toEqual([email]);
    await expectRefusal(visitor, 'confirmEmail', { code }, 'link_over');
  });

  test('that differs only in case is confirmed, and nothing else changes', async () => {
    const { other, visitor, codeFor, email } = await person(server);
    const code = await codeFor(email.toUpperCase());
    expect(await expectAnswer(visitor, 'confirmEmail', { code })).toEqual({ changed: false });
    expect([await codeOf(other), await deliver(server())]).toEqual([1, []]);
  });

  test('is confirmed only by the last link, within 24 hours, and before the password changes', async () => {
    const { mine, visitor, codeFor, wants } = await person(server);
    const first = await codeFor();
    const second = await codeFor('second@after.example');
    await expectRefusal(visitor, 'confirmEmail', { code: first }, 'link_over');
    const changed = { password: PASSWORD, new_password: 'eleven paper boats' };
    await expectAnswer(mine, 'changePassword', changed);
    await expectRefusal(visitor, 'confirmEmail', { code: second }, 'link_over');
    await expectAnswer(mine, 'changeEmail', { ...wants, password: changed.new_password });
    const to = wants.email;
    const mail = (await deliver(server())).find((each) => each.to === to);
    const third = { code: mail ? codeIn(mail, 'reset#confirm') : '' };
    server().domain.advance(24 * HOUR_MS);
    await expectRefusal(visitor, 'confirmEmail', third, 'link_over');
  });
}

/** Registers a member and changes the e-mail. */
async function moved(server: () => TestServer) {
  const member = await person(server);
  const { mine, visitor } = member;
  const code = await member.codeFor();
  // recovery codes that a thief with the session makes before the change
  const thieves = await expectAnswer(mine, 'makeRecoveryCodes', { password: PASSWORD });
  const device = await passkeyOf(mine, PASSWORD);
  server().domain.advance(1);
  await expectAnswer(visitor, 'confirmEmail', { code });
  const undo = async () => {
    const mail = (await deliver(server())).find(({ to }) => to === member.email);
    return { code: mail ? codeIn(mail, 'reset#undo') : '' };
  };
  return { ...member, thieves, device, undo: await undo() };
}

function undoing(server: () => TestServer): void {
  test('is undone by the link at the old address, which ends all sessions', async () => {
    const { mine, visitor, email, wants, thieves, device, undo, logsInAs } = await moved(server);
    expect(await logIn(visitor, device)).toBe('in');
    // a later change does not prevent the undo: the thief has the old address of the later change
    await expectAnswer(mine, 'changeEmail', { ...wants, email: 'thief@after.example' });
    const [sent] = await deliver(server());
    const next = { code: sent ? codeIn(sent, 'reset#confirm') : '' };
    await expectAnswer(visitor, 'confirmEmail', next);
    const [told] = await deliver(server());
    const { code } = await expectAnswer(visitor, 'undoEmail', undo);
    expect(await codeOf(mine)).toBe(409);
    expect([await logsInAs(email), await logsInAs(wants.email)]).toEqual([
      'in',
      'invalid_credentials',
    ]);
    const later = { code: told ? codeIn(told, 'reset#undo') : '' };
    expect(later.code).not.toBe('');
    await expectRefusal(visitor, 'undoEmail', later, 'link_over');
    await expectRefusal(visitor, 'undoEmail', undo, 'link_over');
    const recovered = { username: email, code: thieves.codes[0] ?? '', password: 'x1 y2 z3 w4' };
    await expectRefusal(visitor, 'recoverAccount', recovered, 'invalid_credentials');
    expect(await logIn(visitor, device)).toBe('invalid_credentials');
    await expectAnswer(visitor, 'resetPassword', { code, password: 'eleven paper boats' });
    expect(await logsInAs(email)).toBe('invalid_credentials');
  });

  test('can be undone for 72 hours, in which nobody else gets the old address', async () => {
    const { visitor, email, undo } = await moved(server);
    const form = { tab: 'register', username: `late_${serial}`, password: PASSWORD } as const;
    server().domain.advance(72 * HOUR_MS - 1);
    const { codeFor } = await person(server);
    await expectRefusal(visitor, 'checkIn', { ...form, email }, 'email_taken');
    expect(await codeFor(email)).toBe('');
    server().domain.advance(1);
    await expectRefusal(visitor, 'undoEmail', undo, 'link_over');
    await expectAnswer(visitor, 'checkIn', { ...form, email });
  });

  test('can be undone for a blocked member, but not confirmed', async () => {
    const { id, visitor, email, undo, codeFor } = await moved(server);
    const code = await codeFor('third@after.example');
    const { pool, now } = server().domain;
    await pool.query('update account set blocked_at = $2 where user_id = $1', [id, now()]);
    await expectRefusal(visitor, 'confirmEmail', { code }, 'link_over');
    await expectAnswer(visitor, 'undoEmail', undo);
    const { rows } = await pool.query('select user_id, email from account where user_id = $1', [
      id,
    ]);
    expect(openEmails(pool, rows)).toMatchObject([{ email }]);
  });
}

function concealing(server: () => TestServer): void {
  test('that another account has is answered like a free one, and gets no mail', async () => {
    const { mine, wants } = await person(server);
    const { email } = await person(server);
    expect(await expectAnswer(mine, 'changeEmail', { ...wants, email })).toEqual({});
    expect(await deliver(server())).toEqual([]);
  });

  test('that another member has registered with meanwhile stays theirs', async () => {
    const { codeFor, visitor, wants } = await person(server);
    const code = await codeFor();
    const form = { tab: 'register', username: `quick_${serial}`, password: PASSWORD } as const;
    await expectAnswer(visitor, 'checkIn', { ...form, email: wants.email });
    await expectRefusal(visitor, 'confirmEmail', { code }, 'link_over');
  });
}

function refusing(server: () => TestServer): void {
  test('is refused with a wrong password, or if malformed', async () => {
    const { mine, wants } = await person(server);
    await expectRefusal(
      mine,
      'changeEmail',
      { ...wants, password: 'wrong' },
      'invalid_credentials',
    );
    expect(await mine.send('changeEmail', { ...wants, email: 'a@b@c' })).toMatchObject({
      status: 400,
      envelope: { data: { fields: { email: 'an e-mail address' } } },
    });
    expect(await deliver(server())).toEqual([]);
  });

  test('may be requested five times an hour; wrong codes of its links are limited by address', async () => {
    const { domain } = server();
    const { mine, visitor, wants } = await person(server);
    domain.advance(HOUR_MS - (domain.now().getTime() % HOUR_MS));
    for (const each of [1, 2, 3, 4, 5]) {
      await expectAnswer(mine, 'changeEmail', { ...wants, email: `${each}@after.example` });
    }
    const wait = { retry_after: HOUR_MS / 1_000 };
    await expectRefusal(mine, 'changeEmail', wants, 'too_many_attempts', wait);
    await domain.configure({ 'limit.address_login_attempts': '1' });
    domain.advance(QUARTER_MS);
    const code = { code: '0'.repeat(40) };
    await expectRefusal(visitor, 'confirmEmail', code, 'link_over');
    const quarter = { retry_after: QUARTER_MS / 1_000 };
    await expectRefusal(visitor, 'confirmEmail', code, 'too_many_attempts', quarter);
    await expectRefusal(visitor, 'undoEmail', code, 'too_many_attempts', quarter);
    await domain.configure({ 'limit.address_login_attempts': '300' });
    await deliver(server());
  });

  test('is unavailable on a server that sends no mails', async () => {
    const without = await startServer();
    const { mine, wants } = await person(() => without);
    expect((await mine.send('changeEmail', wants)).status).toBe(404);
    await without.close();
  });
}
