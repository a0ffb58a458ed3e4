import { onTestFinished } from 'vitest';
import { installCitusStubs } from '../postgres/citus.ts';
import { createTestDomain, type TestDomain } from './support.ts';

/** Creates a database with the stand-ins for Citus, for the running test. */
export async function coordinator(): Promise<TestDomain> {
  const domain = await createTestDomain();
  onTestFinished(() => domain.drop());
  await installCitusStubs(domain.url);
  return domain;
}

/** The calls that the stand-ins have noted, in their order. */
export const told = async ({ pool }: TestDomain): Promise<string[]> =>
  (await pool.query<{ text: string }>('select text from citus.told order by place')).rows.map(
    ({ text }) => text,
  );
