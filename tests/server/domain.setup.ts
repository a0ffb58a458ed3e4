import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { createTestDomain, type TestDomain } from './support.ts';

/** The domain of the test file, on a new database. */
export let domain: TestDomain;

export interface DomainSetUp {
  readonly connections?: number;
  /** tables that are emptied before each test */
  readonly empty?: readonly string[];
  /** settings that each test starts with */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Creates the test file’s domain before its tests, and drops the database after them. */
export function setUpDomain({ connections, empty = [], settings = {} }: DomainSetUp = {}): void {
  beforeAll(async () => {
    domain = await createTestDomain(connections);
  });
  beforeEach(async () => {
    if (empty.length > 0) await domain.pool.query(`truncate ${empty.join()} restart identity`);
    if (Object.keys(settings).length > 0) await domain.configure(settings);
  });
  afterAll(() => domain.drop());
}

export async function balanceOf({ userId }: Caller): Promise<bigint> {
  const { rows } = await domain.pool.query('select available from wallet where user_id = $1', [
    userId,
  ]);
  return rows[0].available;
}
