import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../server/database/migrations');

/** What the version before needs may be gone after it, or it asks for more than that version gives. */
const TAKES_AWAY =
  /\b(?:drop\s+(?:table|column|constraint|index|function)|add\s+column\s(?:(?!\bdefault\b)[^;,])*\bnot\s+null\b(?![^;,]*\bdefault\b)|rename\b|set\s+not\s+null|alter\s+column\s+\w+\s+type)|\bset\s+data\s+type/i;

const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, '');

const isContracting = (sql: string) => TAKES_AWAY.test(withoutComments(sql));

test.each([
  ['alter table video drop column slogan;', true],
  ['alter table video alter column slogan set not null;', true],
  ['alter table video rename to clip;', true],
  ['drop function record_watch(bigint);', true],
  ['alter table video add column slogan text not null;', true],
  ["alter table video add column slogan text not null default '';", false],
  ["alter table video add column slogan text default '' not null, add column note text;", false],
  ['create table clip (id bigint not null); -- drop table video', false],
  ['alter table video add column slogan text;', false],
])('whether %j takes something away: %j', (sql, takes) => {
  expect(isContracting(sql)).toBe(takes);
});

test('a migration that takes something away says so, and the version before then refuses to run', () => {
  const silent = globSync('*.sql', { cwd: folder })
    // those before the rule are known to every version that reads it
    .filter((file) => basename(file) > '0042')
    .filter((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return isContracting(sql) && !sql.startsWith('-- contract');
    });
  expect(silent).toEqual([]);
});
