import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

const SECRET_BYTES = 32;

/**
 * A secret of the server, by its purpose: made once, the same for every process.
 * @param make returns a new secret
 */
export async function findSecret(
  db: Database,
  name: string,
  make: () => Buffer = () => randomBytes(SECRET_BYTES),
): Promise<Buffer> {
  const { rows } = await db.query<{ value: Buffer }>('select value from secret where name = $1', [
    name,
  ]);
  if (rows[0]) return rows[0].value;
  await db.query('insert into secret (name, value) values ($1, $2) on conflict do nothing', [
    name,
    make(),
  ]);
  return findSecret(db, name, make);
}
