import { onTestFinished } from 'vitest';
import { standInForCitus } from '../postgres/citus.ts';
import { createTestDomain, type TestDomain } from './support.ts';

/** A database with the stand-ins for Citus, until the test ends. */
export async function coordinator(): Promise<TestDomain> {
  const domain = await createTestDomain();
  onTestFinished(() => domain.drop());
  await standInForCitus(domain.url);
  return domain;
}

/** What the stand-ins were told, in its order. */
export const told = async ({ pool }: TestDomain): Promise<string[]> =>
  (await pool.query<{ text: string }>('select text from citus.told order by place')).rows.map(
    ({ text }) => text,
  );
