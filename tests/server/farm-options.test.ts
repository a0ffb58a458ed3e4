import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFarmOptions } from '../../bench/farm/options.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipurse-rules-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const usual = { seeds: '1', clips: '10', days: '30', accounts: '12' };

async function file(content: string): Promise<string> {
  const path = join(folder, 'rules.json');
  await writeFile(path, content);
  return path;
}

test('a settings file is read as an operator would set its values', async () => {
  const settings = await file('{"withdraw.review_days": 2, "video.reward": "0.01"}');
  const { rules, opponents } = readFarmOptions({ ...usual, settings, only: 'late, solo' });
  expect(rules).toEqual({ 'withdraw.review_days': '2', 'video.reward': '0.01' });
  expect(opponents.map(({ name }) => name)).toEqual(['solo', 'late']);
});

test.each([
  ['{"video.rewrad": "1"}', 'video.rewrad: no such key'],
  ['{"video.daily_limit": "many"}', 'video.daily_limit: must be a whole number'],
  ['{"withdraw.review_signals": "colour"}', '"colour" is no signal'],
  ['["video.reward"]', '0: no such key'],
  ['7', 'must be one JSON object of settings'],
  ['{"video.reward": null}', 'must be one JSON object of settings'],
  ['{"video.reward": ', 'JSON'],
])('a file of settings with the content %s is refused', async (content, said) => {
  const settings = await file(content);
  expect(() => readFarmOptions({ ...usual, settings })).toThrow(`--settings ${settings}: `);
  expect(() => readFarmOptions({ ...usual, settings })).toThrow(said);
});

test('a missing file, a bad number and an unknown opponent are refused', () => {
  const settings = join(folder, 'none.json');
  expect(() => readFarmOptions({ ...usual, settings })).toThrow('ENOENT');
  expect(() => readFarmOptions({ ...usual, seeds: '0' })).toThrow('--seeds must be a whole number');
  expect(() => readFarmOptions({ ...usual, clips: '9' })).toThrow('from 10 to 90');
  expect(() => readFarmOptions({ ...usual, only: 'late,nobody' })).toThrow(
    'no opponent is called nobody; there are naive, careful, solo,',
  );
});
