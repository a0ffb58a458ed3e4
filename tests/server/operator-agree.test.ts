import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { askOnTerminal, quietly } from '../../server/operator/agree.ts';
import { dataDir, domain } from './operator.setup.ts';
import { ask, file, inFolder, method, setUpBatch, setUpPayouts, stepsOf } from './payouts.setup.ts';

setUpPayouts();
setUpBatch();

test('one line is read from a terminal; the end of the input, or a long silence, counts as no answer', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = askOnTerminal(input, output)('Export 2 requests? [y/N] ');
  input.write('y\nmore\n');
  expect([await answer, String(output.read())]).toEqual(['y', 'Export 2 requests? [y/N] ']);
  const ended = new PassThrough();
  ended.end();
  expect(await askOnTerminal(ended, output)('?')).toBeNull();
  expect(await askOnTerminal(new PassThrough(), output, 1)('?')).toBeNull();
});

test('progress is not written while a question is open', async () => {
  const said: string[] = [];
  const answer = Promise.withResolvers<string>();
  const quiet = quietly(
    () => answer.promise,
    (text) => said.push(text),
  );
  quiet.say('before');
  const asked = quiet.ask?.('?');
  quiet.say('meanwhile');
  answer.resolve('y');
  await asked;
  quiet.say('after');
  expect(said).toEqual(['before', 'after']);
});

test.skipIf(process.platform !== 'linux')('an operator types y in a real terminal', async () => {
  const { id } = await ask(method, { account: 'typed' });
  const order = [
    'payouts',
    'export',
    '--method',
    method,
    '--format',
    'csv',
    '--out',
    inFolder(file),
  ];
  const main = join(import.meta.dirname, '../../server/operator/main.ts');
  const command = [process.execPath, main, ...order].map((word) => `'${word}'`).join(' ');
  const shell = `printf 'y\\n' | script -qec "${command}" /dev/null`;
  const env = { ...process.env, DATABASE_URL: domain.url, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)('sh', ['-c', shell], { env });
  expect(stdout).toContain('Export 1 request? [y/N] ');
  expect(stdout).toContain('1 payment, 5.0000');
  expect(await stepsOf([id])).toEqual(['processing']);
});
