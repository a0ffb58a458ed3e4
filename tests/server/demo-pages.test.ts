import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed.ts';
import { withPath } from './ffmpeg.fake.ts';
import { CLIPS, domain, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

/** Restores the state after a first start. */
beforeEach(async () => {
  await domain.pool.query(
    'truncate setting, payout_method, video, ad, gone_media restart identity cascade',
  );
  await seedDemo(domain.pool, domain.now());
});

const OFF =
  'the demo’s engineers’ pages (/Demo, /docs) are off; to show them: `config set debug.pages true`';
const KOI = join(CLIPS, 'koi.mp4');
const about = (words: string) => words.split(' ');
const UPI = 'methods add upi --name UPI --account-type upi_id --countries IN';
const RULE = '--account-pattern ^.+@.+$ --account-hint name@bank';

const pages = async () => {
  await domain.settings.refresh();
  return domain.settings.get('debug.pages');
};
const version = async () =>
  (await domain.pool.query('select version from setting_version')).rows[0].version;

test.each([
  ['clip', ['videos', 'add', KOI]],
  ['advertisement', ['ads', 'add', KOI, ...about('--title Sea --target-url https://sea.example/')]],
  ['method', about(`${UPI} ${RULE}`)],
  ['figure', about('marketing set rating 4.8')],
])('the operator’s first %s closes the demo’s pages, once', async (_, words) => {
  expect(await pages()).toBe(true);
  const before = await version();
  expect((await withPath('', () => run(words))).out).toContain(OFF);
  // a higher version makes the other server processes read the settings again
  expect(await version()).toBeGreaterThan(before);
  expect(await pages()).toBe(false);
  expect((await run(about('marketing set downloads 9'))).out).not.toContain(OFF);
});

test('pages stay open after a refused command, and if an operator has opened them', async () => {
  expect((await run(['videos', 'add', 'none.mp4'])).status).toBe(1);
  expect(await pages()).toBe(true);
  await run(about('config set debug.pages true'));
  expect((await run(about('marketing set rating 4.8'))).out).not.toContain(OFF);
  expect(await pages()).toBe(true);
  await seedDemo(domain.pool, domain.now());
  await run(about(`${UPI} ${RULE}`));
  expect(await pages()).toBe(true);
});
