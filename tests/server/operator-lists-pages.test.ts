import { expect, test } from 'vitest';
import { json, run, setUpOperator } from './operator.setup.ts';
import { addRows, lists, rowsOfList } from './operator-lists.support.ts';

setUpOperator();

/** Reads the ids of a list page by page, with the key that the previous page gave. */
async function walk(...argv: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (let after: string[] = ['--sum']; ; ) {
    const { answer } = await json(...argv, ...after);
    ids.push(...answer.list.map(({ id }: { id: number }) => id));
    if (!answer.more) return ids;
    after = ['--after', answer.next];
  }
}

test('a page has 100 rows, no row is on two pages, and the answer says whether there are more', async () => {
  // each moment has three rows, and a page ends between rows of one moment
  const momentOf = (at: number) => new Date(Date.UTC(2030, 0, 1) + Math.floor(at / 3));
  await addRows(Array.from({ length: 201 }, (_, at) => momentOf(at).toISOString()));
  for (const [name] of lists) {
    const year = [...name.split(' '), '--from', '2030-01-01', '--to', '2030-12-31'];
    const pages = [];
    for (const page of ['1', '2', '3']) pages.push((await json(...year, '--page', page)).answer);
    expect(pages.map(({ list, more }) => [list.length, more])).toEqual([
      [100, true],
      [100, true],
      [1, false],
    ]);
    const ids = pages.flatMap(({ list }) => list.map(({ id }: { id: number }) => id));
    expect(new Set(ids).size).toBe(201);
    const { out } = await run(year);
    const note = out.split('\n').at(-1);
    expect(note).toBe(`there are more rows: --after ${pages[0]?.next}`);
    expect(note).toMatch(/ [0-9]{16}-[0-9]+$/);
    expect(await walk(...year)).toEqual(ids);
    const values = { from: '2030-01-01', to: '2030-12-31', after: pages[1]?.next };
    expect([name, (await rowsOfList(name, values)) < 10]).toEqual([name, true]);
  }
  const { answer } = await json('videos', 'list');
  expect(answer).toHaveLength(100);
});

test('a list of all days continues by its keys, each row once and in order', async () => {
  for (const [name] of lists) {
    const words = name.split(' ');
    const numbered = [];
    for (const page of ['1', '2', '3', '4']) {
      numbered.push(...(await json(...words, '--page', page)).answer.list);
    }
    const ids = numbered.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(200);
    expect({ name, ids: await walk(...words) }).toEqual({ name, ids });
    const { answer } = await json(...words, '--page', '2');
    expect(answer.next).toMatch(/^[0-9]+$/);
    const rows = await rowsOfList(name, { after: answer.next });
    expect([name, rows < 100]).toEqual([name, true]);
  }
});
