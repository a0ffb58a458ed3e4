import { execFile } from 'node:child_process';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { hasFfmpeg } from '../../server/operator/media/ffmpeg.ts';
import { registerForm } from './forms.ts';
import { Client } from './http/client.ts';
import { expectAnswer, expectRefusal } from './http/proofs.ts';
import { CLIPS } from './operator.setup.ts';
import { address, desk, done, newPerson, operator, place, setUpWeek, told } from './week.setup.ts';

// Rows 1, 2, 4, 7 and 13 to 15 of the operator's week: the installation and what it shows.
setUpWeek();

const visitor = () => new Client(address, null);
const config = () => expectAnswer(visitor(), 'getAppConfig');
const lastLine = (text: string) => text.split('\n').at(-1);
/** Each server process follows within a second. */
const soon = (look: () => Promise<void>) => vi.waitFor(look, 30_000);
const changed = (out: string) => ({ status: 0, out, err: told() });
const refused = (err: string) => ({ status: 1, out: '', err });

const BANK = `methods add bank --name Bank --account-type wallet_id --account-kind iban --countries DE --account-pattern '^[A-Z0-9]+$' --account-hint IBAN --account-example`;
const IBAN = 'DE89370400440532013000';

test('row 1: a shell without the server’s environment makes no database and changes nothing', async () => {
  const none = join(desk, 'none');
  const nowhere = refused(
    `there is no database under ${none}: set DATA_DIR or DATABASE_URL as the server has them`,
  );
  for (const words of ['withdrawals list', 'config set withdraw.enabled false']) {
    expect(await operator(words, { DATA_DIR: none })).toEqual(nowhere);
  }
  await expect(stat(none)).rejects.toThrow('ENOENT');
  const { DATA_DIR } = place;
  expect(await operator('withdrawals list', { DATA_DIR })).toEqual(
    refused(
      `the server ${address} of ${DATA_DIR} uses the database clipurse at ${new URL(place.DATABASE_URL).host} as clipurse_server: set DATABASE_URL as the server has it`,
    ),
  );
  const words = 'config set video.daily_limit 30';
  expect(await operator(words)).toEqual(changed('video.daily_limit = 30'));
});

test('rows 7 and 14: the demo’s figures say so, and end with the first of one’s own, as its pages do', async () => {
  await done('demo seed');
  await soon(async () => {
    const { marketing, debug_pages } = await config();
    expect(marketing).toMatchObject({ users_rewarded: '500,000+', demo: true });
    expect(debug_pages).toBe(true);
  });
  const { out } = await operator('marketing set rating 4.8');
  expect(out).toBe(`rating = 4.8
the demo’s other figures are empty now: marketing.age_rating, marketing.downloads, marketing.ratings, marketing.users_rewarded
the demo’s engineers’ pages (/Demo, /docs) are off; to show them: \`config set debug.pages true\``);
  await soon(async () => {
    const figures = { users_rewarded: null, rating: '4.8', downloads: null, demo: false };
    expect((await config()).marketing).toMatchObject(figures);
  });
  expect(await operator('config set withdraw.process_days 2')).toEqual(
    refused(
      'withdraw.process_days: must be at least 3, as long as a review takes (withdraw.review_days)',
    ),
  );
});

test('row 2: a bank account by IBAN is taken, and a method that refuses its own example is not', async () => {
  expect(await operator(`${BANK} DE89370400440532013001`)).toEqual(
    refused(
      '--account-example: "DE89370400440532013001" is no account that the method takes: correct it, or --account-pattern, --account-type or --account-kind',
    ),
  );
  const added = await operator(`${BANK} ${IBAN}`);
  expect(added.err).toBe(told());
  expect(lastLine(added.out)).toMatch(/^the demo’s methods are offered no more: bank_card, /);
  const ada = await newPerson();
  const payee = { country: 'DE', method: 'bank', recipient_name: 'Ada' };
  const mistyped = { ...payee, account: 'DE89 3704 0044 0532 0130 01' };
  await expectRefusal(ada.client, 'updateWdinfo', mistyped, 'invalid_account');
  const written = { ...payee, account: 'de89 3704 0044 0532 0130 00' };
  const { list } = await expectAnswer(ada.client, 'updateWdinfo', written);
  expect(list).toMatchObject([
    { account_type: 'wallet_id', account: 'DE** **** **** **** **30 00' },
  ]);
  // stored as the bank takes it, whatever blanks were typed
  expect((await operator(`users find ${IBAN}`)).out).toMatch(
    new RegExp(`\n\\d+ +${ada.name} +\\S+ +payout account `),
  );
});

test('rows 4 and 13: a clip is taken down within seconds, comes back, is edited and replaced; titles have languages', async () => {
  for (const name of ['koi.mp4', 'rain.mp4']) await copyFile(join(CLIPS, name), join(desk, name));
  const added = await operator('videos add koi.mp4 --title Koi --title "de=Karpfen"');
  const id = /^id: (\d+)$/m.exec(added.out)?.[1];
  const film = /^url: (\S+)$/m.exec(added.out)?.[1] ?? '';
  const titles = async (language: string) => {
    const headers = { 'accept-language': language };
    const { envelope } = await visitor().send('videoList', { page: 1, limit: 10 }, headers);
    return (envelope.data as { list: { title: string }[] }).list.map(({ title }) => title);
  };
  const isThere = async (status: number) =>
    soon(async () => expect((await fetch(address + film)).status).toBe(status));
  await isThere(200);
  expect([await titles('de'), await titles('fr')]).toEqual([['Karpfen'], ['Koi']]);
  const down = await operator(`videos disable ${id}`);
  expect(down.out).toContain(
    `these addresses answer 404 within seconds; empty the caches before the server too:\n${film}\n`,
  );
  await isThere(404);
  expect(await titles('fr')).toEqual([]);
  await done(`videos enable ${id}`);
  await isThere(200);
  const edited = await operator(`videos edit ${id} --title "Evening" --reward 0.10`);
  expect(edited.out).toMatch(/^title: Evening\n.*^reward: 0\.1000\n.*^title de: Karpfen$/ms);
  const replaced = await operator(`videos replace ${id} rain.mp4`);
  expect([replaced.status, replaced.out]).toEqual([0, expect.stringContaining(film)]);
  await isThere(404);
  await soon(async () => expect(await titles('fr')).toEqual(['Evening']));
});

test('row 14: the product’s name is everywhere, engineers’ pages are shut, and a weak password is told why', async () => {
  await done('config set product.name Filmchen');
  await soon(async () => {
    const page = await fetch(`${address}/manifest.webmanifest`);
    expect(await page.json()).toMatchObject({ name: 'Filmchen' });
  });
  expect((await operator('videos add koi.mp4')).out).toMatch(/^author: Filmchen$/m);
  for (const path of ['/docs', '/openapi.json']) {
    expect((await fetch(address + path)).status).toBe(404);
  }
  expect((await config()).debug_pages).toBe(false);
  const own = registerForm(0, { username: 'Mongolei', password: 'Mongolei1' });
  expect((await visitor().send('checkIn', own)).envelope.msg).toBe(
    'This password is too easy to guess. Do not use common words, your name or your email.',
  );
});

test.runIf(await hasFfmpeg())(
  'row 15: films are converted, several in one call, and progress is said',
  async () => {
    const make = (name: string, codec: string, seconds: number) =>
      promisify(execFile)('ffmpeg', [
        ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc=s=180x320:r=25:d=${seconds}`],
        ...['-c:v', codec, join(desk, name)],
      ]);
    await Promise.all([make('short.mov', 'mpeg4', 2), make('long.mkv', 'mpeg4', 100)]);
    const env = { ...place, PATH: process.env.PATH ?? '' };
    const words = 'videos add short.mov long.mkv --progress';
    const { status, out, err } = await operator(words, env);
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(/^file .*\nshort\.mov +\d+ .*\nlong\.mkv +\d+ /),
    ]);
    expect(err).toMatch(/^2 of 2, long\.mkv: [a-z ]+: \d+ (s|%)$/m);
    expect(err).not.toContain('[');
    const { list } = await expectAnswer(visitor(), 'videoList', { page: 1, limit: 10 });
    const [long] = list.filter(({ title }) => title === 'long');
    expect(long).toMatchObject({ width: 180, height: 320, duration_ms: 100_000 });
    const film = await fetch(address + long?.url);
    expect(film.headers.get('content-type')).toBe('video/mp4');
    // the help says it before
    const help = await operator('videos add --help', {});
    expect(help.out).toContain('ffmpeg converts other films (4K, HEVC, HDR, QuickTime, Matroska)');
  },
);
