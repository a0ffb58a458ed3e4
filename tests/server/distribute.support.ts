import { onTestFinished } from 'vitest';
import { installCitusStubs } from '../postgres/citus.ts';
import { createTestDomain, type TestDomain } from './support.ts';

/** Creates a database with the stubs of Citus's functions, for the running test. */
export async function coordinator(): Promise<TestDomain> {
  const domain = await createTestDomain();
  onTestFinished(() => domain.drop());
  await installCitusStubs(domain.url);
  return domain;
}

/** Returns the calls that the stubs have recorded, in their order. */
export const recordedCalls = async ({ pool }: TestDomain): Promise<string[]> =>
  (await pool.query<{ text: string }>('select text from citus.told order by place')).rows.map(
    ({ text }) => text,
  );
