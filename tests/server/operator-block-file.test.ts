import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSession, openSession } from '../../server/domain/sessions.ts';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

/** Runs the command with a file of this content, named relative to the operator's folder. */
async function blockFrom(content: string, ...words: string[]) {
  await writeFile(join(dataDir, 'ring.txt'), content);
  return run(['users', 'block', '--from', 'ring.txt', ...words], { INIT_CWD: dataDir });
}

const blockedAt = async (name: string): Promise<string | null> =>
  (await json('users', 'show', name)).answer.blocked_at;

test('users block --from: blocks everybody in the file, each with an entry; sessions end', async () => {
  const first = await domain.user({ username: 'Ring_one' });
  const second = await domain.user({ username: 'Ring_two' });
  const before = await domain.user({ username: 'Before' });
  const token = await openSession(domain.context(), first.userId, true);
  await run(['users', 'block', 'before', '--as', 'bo']);
  const since = await blockedAt('before');
  const file = '\ufeffRING_ONE\r\n\r\n  RING_TWO \r\nring_one@example.org\r\nbefore';
  const { status, out, err } = await blockFrom(file, '--reason', 'A ring', '--as', 'Chi');
  expect([status, err, out.split('\n')[0]]).toEqual([0, '', 'blocked: 2, blocked already: 1']);
  await expect(findSession(domain.context(), token)).rejects.toMatchObject({ code: 409 });
  expect([await blockedAt('ring_one'), await blockedAt('ring_two')]).not.toContain(null);
  expect(await blockedAt('before')).toBe(since);
  const { answer } = await json('audit', 'list', '--action', 'users block');
  const by = { who: 'chi', action: 'users block', reason: 'A ring' };
  const entry = (word: string, userId: bigint) => ({
    ...by,
    what: { words: [word], from: 'ring.txt', user_id: Number(userId) },
  });
  expect(answer).toHaveLength(4);
  expect(answer[0]).toMatchObject({ who: 'bo', what: { user_id: Number(before.userId) } });
  expect(answer).toEqual(
    expect.arrayContaining([
      expect.objectContaining(entry('RING_ONE', first.userId)),
      expect.objectContaining(entry('RING_TWO', second.userId)),
      expect.objectContaining({
        ...by,
        what: { words: [], from: 'ring.txt', blocked: 2, blocked_already: 1 },
      }),
    ]),
  );
});

test('users block --from: with one unknown name nobody is blocked', async () => {
  await domain.user({ username: 'Innocent' });
  expect(await blockFrom('innocent\nnobody\n\nno one\n')).toEqual({
    status: 1,
    out: '',
    err:
      'ring.txt: nobody is blocked\nline 2: there is no user "nobody"\n' +
      'line 4: there is no user "no one"',
  });
  expect(await blockedAt('innocent')).toBeNull();
  const { err } = await blockFrom(Array.from({ length: 23 }, (_, at) => `n${at}`).join('\n'));
  const lines = err.split('\n');
  expect([lines.length, lines[20], lines[21]]).toEqual([
    22,
    'line 20: there is no user "n19"',
    'and 3 more',
  ]);
});

test('users block --from: refuses a file without names, a missing file, and NAME beside --from', async () => {
  expect(await blockFrom(' \n\n')).toEqual({ status: 1, out: '', err: 'ring.txt: has no names' });
  expect(await run(['users', 'block', '--from', '/nowhere.txt'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('/nowhere.txt: there is no such file'),
  });
  for (const [words, why] of [
    [['alice', '--from', 'ring.txt'], 'give NAME or --from, not both'],
    [[], 'give NAME or --from'],
  ] as const) {
    expect(await run(['users', 'block', ...words])).toEqual({
      status: 2,
      out: '',
      err: expect.stringContaining(`${why}\nUsage:\n`),
    });
  }
});
