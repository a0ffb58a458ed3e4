import type pg from 'pg';
import type { DataKey, DataKeys } from '../../database/data-keys.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { DatabaseError } from '../../database/database-error.ts';
import { makeLookupKey } from '../sealed-emails.ts';
import { readEmailState, readKeyRows } from './current-key.ts';
import { serversWithout } from './running-servers.ts';
import { sealRows } from './seal-rows.ts';

/** Makes a key the newest one, which seals all new values; waits for transactions that write with an older key. */
export async function setWritingKey(db: Database, { id }: DataKey): Promise<void> {
  await db.query('lock table data_key in exclusive mode');
  const [newest, ...older] = await readKeyRows(db);
  if (newest?.key_id === id) return;
  if (older.some(({ key_id }) => key_id === id)) {
    throw new DatabaseError(`a newer data key than ${id} was used already: make a new key`);
  }
  await db.query('insert into data_key (key_id, made_at) values ($1, now())', [id]);
}

/**
 * Makes the first key; of several processes that start together, one makes it.
 * @returns false: a running server lacks the key, and could register nobody
 */
function makeFirst(pool: pg.Pool, keys: DataKeys): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    await db.query('lock table data_key in exclusive mode');
    const [newest] = await readKeyRows(db);
    const key = newest ? keys.find(newest.key_id) : (keys.all()[0] ?? (await keys.makeInFile()));
    if ((await serversWithout(db, key.id)).length > 0) return false;
    await setWritingKey(db, key);
    await makeLookupKey(db, key);
    return true;
  });
}

interface Opened {
  readonly pool: pg.Pool;
  readonly keys: DataKeys;
  readonly embedded: boolean;
}

/**
 * Gives a database without accounts its first data key, before the server serves; for an embedded database, makes the
 * key. A database with accounts gets its first key by `keys rotate`: no earlier version can read sealed values.
 */
export async function beginSealing(
  { pool, keys, embedded }: Opened,
  log: (line: string) => void,
): Promise<void> {
  if ((await readEmailState(pool)) !== 'readable') return;
  const canBegin = embedded || keys.all().length > 0;
  const { rowCount } = await pool.query('select from account limit 1');
  if (rowCount === 0 && canBegin && (await makeFirst(pool, keys))) return;
  const advice = canBegin
    ? 'when every server has this version and its key, give the command keys rotate'
    : 'set DATA_KEY';
  const what = (await readKeyRows(pool)).length > 0 ? 'e-mails' : 'payout accounts and e-mails';
  log(`${what} are not encrypted: ${advice} (docs/operating.md)`);
}

/**
 * Seals all values that are readable or sealed with an older key, while the server runs. The next call continues after
 * a kill, and finds rows that a server of the previous version wrote meanwhile.
 * @returns the number of values it has sealed
 */
export async function finishSealing(
  pool: pg.Pool,
  report: (sealed: number) => void = () => {},
): Promise<number> {
  let sealed = 0;
  for (;;) {
    const [newest] = await readKeyRows(pool);
    if (!newest) return sealed;
    const emails = await readEmailState(pool);
    const more = await sealRows(pool, (count) => report(sealed + count));
    sealed += more;
    if (more > 0) continue;
    if (emails === 'begun') await pool.query('update email_lookup set done_at = now()');
    if (newest.done_at) return sealed;
    // changes nothing after another rotation has begun: then the next pass seals with the new key
    const { rowCount } = await pool.query(
      `update data_key set done_at = now()
       where key_id = $1 and place = (select max(place) from data_key)`,
      [newest.key_id],
    );
    if (rowCount) return sealed;
  }
}
