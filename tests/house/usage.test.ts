import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.ts';

/** Output and status of a wrongly called script; a script that does not end is killed. */
async function call(words: readonly string[], env: Record<string, string> = {}) {
  const [script = '', ...rest] = words;
  const options = { cwd: root, env: { ...process.env, ...env }, timeout: 20_000 };
  return await new Promise((resolve) => {
    execFile(process.execPath, [join(root, script), ...rest], options, (error, stdout, stderr) => {
      resolve({ status: error?.code ?? error?.signal ?? 0, stdout, stderr });
    });
  });
}

const refused = (line: string) => ({ status: 2, stdout: '', stderr: `${line}\n` });

const PORTS = 'PORT must be a number from 1 to 65534: the server takes the port after it';
test.each([
  [{ PORT: '0' }, PORTS],
  [{ PORT: '65535' }, PORTS],
  [{ PORT: '80a' }, 'PORT must be a number from 0 to 65535'],
  // an empty variable counts as unset
  [{ PORT: '', LOG_LEVEL: '?' }, expect.stringMatching(/LOG_LEVEL must be one of [a-z, ]+\n$/)],
])('npm run dev does not wait for a server that cannot start: %j', async (env, line) => {
  const why = typeof line === 'string' ? `npm run dev cannot start: ${line}\n` : line;
  expect(await call(['scripts/dev.ts'], env)).toEqual({ status: 2, stdout: '', stderr: why });
});

test.each([
  ['scripts/build.ts', '--help', 'npm run build'],
  ['scripts/dev.ts', '--help', 'npm run dev'],
  ['scripts/docs.ts', '--help', 'npm run docs'],
  ['scripts/start.ts', '--help', 'npm start'],
  ['scripts/test.ts', '--help', 'npm test [-- --full]'],
  ['scripts/test-browsers.ts', 'write', 'npm run test:browsers [-- --write] [--built] [--others]'],
])('%s refuses the unknown argument %s and prints its usage', async (script, word, usage) => {
  expect(await call([script, word])).toEqual(
    refused(`"${word}" is not understood; usage: ${usage}`),
  );
});

test.each([
  [['constructor'], 'unknown bench: constructor; the benches are '],
  [['api', '--seed', ''], '--seed must be a whole number'],
  [['api', '--seed', '1e3'], '--seed must be a whole number'],
])('bench refuses the arguments %j, and measures nothing', async (words, line) => {
  expect(await call(['bench/main.ts', ...words])).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^${line}[a-z, ]*\\n$`)),
  });
});

test.each([
  [{ BENCH_ROUNDS: 'many' }, 'BENCH_ROUNDS must be a whole number from 1 to 999999999, not "many"'],
  [
    { BENCH_ROUNDS: '', BENCH_SECONDS: '0.5' },
    'BENCH_SECONDS must be a whole number from 1 to 999999999, not "0.5"',
  ],
  [
    { BENCH_LINES: '400000;' },
    'BENCH_LINES must be whole numbers from 1 to 999999999 with commas between them, not "400000;"',
  ],
])('bench refuses a wrong environment, and measures nothing: %j', async (env, line) => {
  expect(await call(['bench/main.ts', 'api'], env)).toEqual(refused(line));
});

const SHEET = 'scripts/i18n/sheet.ts';
const IMPORT = 'scripts/i18n/import.ts';
test.each([
  [['scripts/i18n/check.ts', 'de', 'xx'], 'not in contract/languages.ts: xx'],
  [[SHEET, 'de'], 'usage: npm run i18n:sheet -- TAG FILE.json'],
  [[SHEET, 'xx', '/absent/sheet.json'], 'xx is no tag of contract/languages.ts'],
  [[SHEET, 'de', '/absent/sheet.json'], '/absent/sheet.json: ENOENT: no such file or directory'],
  [[IMPORT, 'de', 'a.json', 'b.json'], 'usage: npm run i18n:import -- TAG FILE.json'],
  [[IMPORT, 'en', 'a.json'], 'en is no tag of contract/languages.ts'],
  [[IMPORT, 'de', '/absent.json'], '/absent.json: ENOENT: no such file or directory'],
  [[IMPORT, 'de', 'README.md'], 'README.md: Unexpected token'],
  [
    [IMPORT, 'de', 'package.json'],
    'package.json: the file is neither an object of translations nor the rows of a sheet',
  ],
])('%j reports its wrong arguments in one line', async (words, line) => {
  expect(await call(words)).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^${RegExp.escape(line)}.*\\n$`)),
  });
});
