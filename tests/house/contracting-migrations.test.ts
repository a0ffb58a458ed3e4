import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../server/database/migrations');

/** SQL that removes something that the previous version needs, or requires a value that it does not write. */
const TAKES_AWAY =
  /\b(?:drop\s+(?:table|column|constraint|index|function)|add\s+column\s(?:(?!\bdefault\b)[^;,])*\bnot\s+null\b(?![^;,]*\bdefault\b)|rename\b|set\s+not\s+null|alter\s+column\s+\w+\s+type)|\bset\s+data\s+type/i;

const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, '');

/**
 * Removes check constraints that are replaced by constraints with more allowed values: they contract
 * nothing.
 */
function withoutWidened(sql: string, before: readonly string[]): string {
  return sql.replaceAll(REMADE, (whole, name: string, list: string) => {
    const remade = before.map((text) => valuesOf(text, name)).findLast(({ length }) => length > 0);
    const isWider = remade?.every((value) => list.includes(value));
    return isWider ? '' : whole;
  });
}

const REMADE = /drop\s+constraint\s+(\w+),\s*add\s+constraint\s+\1\s+check\s*\(([^;]*)\)/gi;

const valuesOf = (sql: string, name: string): string[] =>
  sql.match(new RegExp(`add\\s+constraint\\s+${name}\\s+check[^;]*`, 'i'))?.[0].match(/'\w+'/g) ??
  [];

const isContracting = (sql: string, before: readonly string[] = []) =>
  TAKES_AWAY.test(withoutWidened(withoutComments(sql), before));

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
])('the statement %j is contracting: %j', (sql, takes) => {
  expect(isContracting(sql)).toBe(takes);
});

test.each([
  ["'a', 'b', 'c'", false],
  ["'a', 'c'", true],
])('a constraint replaced by the values %s is contracting: %j', (values, takes) => {
  const listOf = (list: string) =>
    `alter table push drop constraint push_kind, add constraint push_kind check (kind in (${list}));`;
  expect(isContracting(listOf(values), [listOf("'a', 'b'")])).toBe(takes);
});

test('every contracting migration is marked, so that the previous version refuses to run', () => {
  const files = globSync('*.sql', { cwd: folder }).sort();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const silent = files.filter((file, at) => {
    const sql = texts[at] ?? '';
    // older migrations precede the rule
    const isBound = basename(file) > '0042' && !sql.startsWith('-- contract');
    return isBound && isContracting(sql, texts.slice(0, at));
  });
  expect(silent).toEqual([]);
});
