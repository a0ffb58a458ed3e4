import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  inTransaction,
  isUnavailable,
  NeedsPreparation,
  retryOnConflict,
} from '../../server/database/database.ts';
import { createDatabase, type TestDatabase } from './support.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(2);
  await database.pool.query('create table note (text text primary key check (text <> $$bad$$))');
});
beforeEach(() => database.pool.query('truncate note'));
afterAll(() => database.drop());

const insert = (text: string) => ({ text: 'insert into note values ($1)', values: [text] });

async function notes(): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>('select text from note order by 1');
  return rows.map(({ text }) => text);
}

test('a failed transaction changes nothing, and its connection can be used again', async () => {
  const work = (last: string) =>
    inTransaction(database.pool, async (db) => {
      await db.query(insert('work'));
      await db.query(insert(last));
      return last;
    });
  // more often than there are connections: each must be good for the next transaction
  for (let round = 0; round < 5; round += 1) {
    await expect(work('bad')).rejects.toMatchObject({ code: '23514' });
  }
  expect(await notes()).toEqual([]);
  expect([await work('good'), await notes()]).toEqual(['good', ['good', 'work']]);
});

test('a connection that dies before the commit leaves nothing, and is replaced', async () => {
  const dying = inTransaction(database.pool, async (db) => {
    await db.query(insert('work'));
    await db.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
  });
  await expect(dying).rejects.toThrow();
  expect(await notes()).toEqual([]);
});

test('a nested transaction belongs to the outer transaction', async () => {
  const outer = inTransaction(database.pool, async (db) => {
    await inTransaction(db, (inner) => inner.query(insert('inner')));
    throw new Error('changed my mind');
  });
  await expect(outer).rejects.toThrow('changed my mind');
  expect(await notes()).toEqual([]);
});

test('a transaction that throws NeedsPreparation is run again as a whole after its preparation', async () => {
  const prepared: string[] = [];
  await retryOnConflict(database.pool, () =>
    inTransaction(database.pool, async (db) => {
      await db.query(insert('work'));
      await retryOnConflict(db, async () => {
        if (prepared.length > 0) return;
        throw new NeedsPreparation('nothing is prepared', async (pool) => {
          await pool.query(insert('prepared'));
          // the work of this attempt is undone by now
          prepared.push(...(await notes()));
        });
      });
    }),
  );
  expect([prepared, await notes()]).toEqual([['prepared'], ['prepared', 'work']]);
});

test('work that is never prepared fails as unavailable', async () => {
  const never = retryOnConflict(database.pool, async () => {
    throw new NeedsPreparation('nothing is prepared', async () => {});
  });
  expect(isUnavailable(await never.catch((error: unknown) => error))).toBe(true);
});

test('a transaction that lost a race is run again as a whole', async () => {
  let runs = 0;
  await retryOnConflict(database.pool, () =>
    inTransaction(database.pool, async (db) => {
      runs += 1;
      await db.query(insert(`run ${runs}`));
      if (runs === 1) await database.pool.query(insert('taken'));
      await retryOnConflict(db, () => db.query(insert(runs === 1 ? 'taken' : 'free')));
    }),
  );
  expect([runs, await notes()]).toEqual([2, ['free', 'run 2', 'taken']]);
});

test('any other failure is not tried again', async () => {
  let runs = 0;
  const failing = retryOnConflict(database.pool, () => {
    runs += 1;
    return database.pool.query(insert('bad'));
  });
  await expect(failing).rejects.toMatchObject({ code: '23514' });
  expect(runs).toBe(1);
});
