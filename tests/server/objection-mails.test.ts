import { expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { endLinks, makeResetLink } from '../../server/domain/reset-links.ts';
import { deliver } from './http/email.suite.ts';
import {
  decide,
  earner,
  HOUR,
  objection,
  objectTo,
  setUpObjections,
  take,
} from './objections.support.ts';
import { domain, json } from './operator.setup.ts';

setUpObjections();

const mailsTo = async (username: string) =>
  (await deliver({ domain })).filter(({ to }) => to.startsWith(`${username}@`));

test('each decision on an objection is mailed separately, without a link', async () => {
  const { user, id } = await objection();
  await decide(id, true);
  await objectTo(user, 'correction', await take(user.username));
  await decide(id + 1n, false);
  // ending the links, and making another link, must not remove these mails
  await endLinks(domain.pool, user.userId);
  await inTransaction(domain.pool, (db) => makeResetLink(db, user.userId, domain.now()));
  const texts = (await mailsTo(user.username)).map(({ text }) => text);
  expect(texts.sort()).toEqual([
    expect.stringMatching(/^Our decision stays\. Reason: .*We have corrected a mistake of ours\./),
    expect.stringMatching(/^You were right\. Reason: .*We have corrected a mistake of ours\./),
  ]);
  expect(texts.join()).not.toContain('http');
  expect((await domain.pool.query("select from mail where kind = 'objection'")).rowCount).toBe(0);
});

test('a blocked member whose objection was dismissed gets a mail', async () => {
  const user = await earner();
  await json('users', 'block', user.username);
  await domain.pool.query(
    `insert into objection (user_id, blocked_at, text, created_at, decide_at)
     select user_id, blocked_at, 'Not me', $2, $2 from account where user_id = $1`,
    [user.userId, domain.now()],
  );
  await json('objections', 'dismiss', '1', '--reason', 'There are two accounts');
  // commands use the database's clock
  domain.advance(HOUR);
  const mails = await mailsTo(user.username);
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Our decision stays\. Reason: .*There are two accounts/),
  ]);
});
