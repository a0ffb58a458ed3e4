import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const exporting = (name: string, out: string) => ['users', 'export', name, '--out', out];
const BY = ['--as', 'bo', '--reason', 'A letter'];
const entries = async () => (await json('audit', 'list', '--action', 'users export')).answer;

test.each(['json', 'csv'])(
  'an export of personal data is logged with operator, person and file: %s',
  async (kind) => {
    const name = `dana_${kind}`;
    const { userId } = await domain.user({ username: name });
    const out = join(dataDir, `dana.${kind}`);
    expect(await run([...exporting(name, out), ...BY])).toMatchObject({
      status: 0,
      out: `written: ${out}`,
    });
    const written = await entries();
    expect(written.at(-1)).toMatchObject({
      ...{ who: 'bo', reason: 'A letter' },
      what: { words: [name], user_id: Number(userId), out },
    });
    // a refused export adds no entry
    expect((await run([...exporting(name, out), ...BY])).err).toContain('exists already');
    expect(await entries()).toEqual(written);
  },
);

test('a person’s data has the export, but neither operator, reason nor file', async () => {
  await domain.user({ username: 'Fay' });
  await run([...exporting('fay', join(dataDir, 'fay-is-suspect.json')), ...BY]);
  const out = join(dataDir, 'again.json');
  await run([...exporting('fay', out), ...BY]);
  const text = await readFile(out, 'utf8');
  expect(JSON.parse(text).audit).toMatchObject([{ action: 'users export', who: 'somebody else' }]);
  expect(text).not.toMatch(/suspect|A letter|"bo"/);
});
