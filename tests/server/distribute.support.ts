import { onTestFinished } from 'vitest';
import { standInForCitus } from '../postgres/citus.ts';
import { createTestDomain, type TestDomain } from './support.ts';

/** Rules over all people that look-up tables take the place of, not in this version yet. */
const WAITING = `
  alter table account drop constraint if exists account_username, drop constraint if exists account_email,
    drop constraint if exists account_invite_code;
  drop index if exists account_username, account_email, account_invite_code;
  alter table reset_link drop constraint if exists reset_link_code_hash_key`;

/** A database with the stand-ins for Citus, until the test ends. */
export async function coordinator({ waits = false } = {}): Promise<TestDomain> {
  const domain = await createTestDomain();
  onTestFinished(() => domain.drop());
  await standInForCitus(domain.url);
  if (!waits) await domain.pool.query(WAITING);
  return domain;
}

/** What the stand-ins were told, in its order. */
export const told = async ({ pool }: TestDomain): Promise<string[]> =>
  (await pool.query<{ text: string }>('select text from citus.told order by place')).rows.map(
    ({ text }) => text,
  );
