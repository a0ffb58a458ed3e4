import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed.ts';
import { getAppConfig } from '../../server/domain/app-config.ts';
import { landing } from '../../server/domain/landing.ts';
import { updateWdinfo, wdinfo, withdrawalMethods } from '../../server/domain/payout-methods.ts';
import { withPath } from './ffmpeg.fake.ts';
import { inviteCodeOf } from './invitations.setup.ts';
import { CLIPS, dataDir, domain, file, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

beforeAll(async () => {
  for (const name of ['koi.mp4', 'rain.mp4']) {
    await copyFile(join(CLIPS, name), join(dataDir, name));
  }
});
/** Restores the state after a first start. */
beforeEach(async () => {
  await domain.pool.query(
    'truncate setting, payout_method, video, ad, gone_media restart identity cascade',
  );
  await seedDemo(domain.pool, domain.now());
});

const marketing = async () => {
  await domain.settings.refresh();
  return (await getAppConfig(domain.context(), null, {})).marketing;
};
const DEMO = {
  ...{ users_rewarded: '500,000+', rating: '4.5', ratings: '10K+', downloads: '1M+' },
  ...{ age_rating: 'E', withdrawal_time: null, demo: true },
};
const NONE = {
  ...{ users_rewarded: null, rating: null, ratings: null, downloads: null },
  ...{ age_rating: null, withdrawal_time: null, demo: false },
};
const lastChange = async () => (await json('audit', 'list')).answer.at(-1);

const PAGES = ['debug.pages'];
const OFF =
  'the demo’s engineers’ pages (/Demo, /docs) are off; to show them: `config set debug.pages true`';

const OTHERS = ['age_rating', 'downloads', 'ratings', 'users_rewarded'].map(
  (name) => `marketing.${name}`,
);

test.each([
  [['marketing', 'set', 'rating', '4.8'], 'rating = 4.8'],
  [['config', 'set', 'marketing.rating', '4.8'], 'marketing.rating = 4.8'],
])(
  '%j: the operator’s first figure empties the demo’s other figures, and lists them',
  async (words, said) => {
    expect(await marketing()).toEqual(DEMO);
    expect(await run(words)).toEqual({
      status: 0,
      out: `${said}\nthe demo’s other figures are empty now: ${OTHERS.join(', ')}\n${OFF}`,
      err: '',
    });
    expect(await marketing()).toEqual({ ...NONE, rating: '4.8' });
    expect((await lastChange()).what).toMatchObject({ ended: { figures: OTHERS, pages: PAGES } });
    // only the first figure empties others: later figures keep the operator’s
    expect(await run(['marketing', 'set', 'downloads', '300'])).toEqual({
      status: 0,
      out: 'downloads = 300',
      err: '',
    });
    expect(await marketing()).toEqual({ ...NONE, rating: '4.8', downloads: '300' });
    await seedDemo(domain.pool, domain.now());
    expect(await marketing()).toEqual({ ...NONE, rating: '4.8', downloads: '300' });
  },
);

test('marketing import: the demo’s figures that the file lacks are emptied', async () => {
  const path = await file('own.json', { ratings: '12', age_rating: 'E' });
  expect((await json('marketing', 'import', path)).answer).toEqual({
    stored: 2,
    ended: {
      figures: ['marketing.downloads', 'marketing.rating', 'marketing.users_rewarded'],
      pages: PAGES,
    },
  });
  expect(await marketing()).toEqual({ ...NONE, ratings: '12', age_rating: 'E' });
});

test('removing a figure, or a refused figure, leaves the demo’s other figures', async () => {
  expect(await run(['marketing', 'set', 'rating', ''])).toMatchObject({
    out: 'rating is empty now',
  });
  expect(await marketing()).toEqual({ ...DEMO, rating: null });
  const refused = await run(['marketing', 'set', 'rating', 'x'.repeat(41)]);
  expect(refused).toMatchObject({ status: 1, out: '' });
  expect(await run(['config', 'set', 'product.name', 'Clips'])).toMatchObject({
    out: 'product.name = Clips',
  });
  expect(await marketing()).toEqual({ ...DEMO, rating: null });
  for (const { name } of (await json('marketing', 'list')).answer) {
    await run(['marketing', 'set', name, '']);
  }
  expect(await marketing()).toEqual(NONE);
});

const UPI = ['methods', 'add', 'upi', '--name', 'UPI', '--account-type', 'upi_id'];
const DESCRIBED = [
  '--countries',
  'IN',
  '--account-pattern',
  '^.+@.+$',
  '--account-hint',
  'name@bank',
];

test('methods add: the demo’s methods are no longer offered, but still pay members who chose one', async () => {
  const user = await domain.user();
  const info = { country: 'KE', method: 'mpesa', recipient_name: 'Amira', account: '0712345678' };
  await updateWdinfo(domain.context(), user, info);
  await run(['methods', 'disable', 'pix']);
  const before = (await json('methods', 'list')).answer as { method: string; enabled: boolean }[];
  const others = before
    .filter(({ method, enabled }) => enabled && method !== 'upi')
    .map(({ method }) => method)
    .sort();
  expect(others).toHaveLength(18);
  const { status, out, err } = await run([...UPI, ...DESCRIBED]);
  expect([status, err]).toEqual([0, '']);
  expect(out.split('\n').at(-2)).toBe(
    `the demo’s methods are not offered any more: ${others.join(', ')}; people who chose one are still paid by it`,
  );
  expect((await lastChange()).what).toMatchObject({ ended: { methods: others, pages: PAGES } });
  const { list } = await withdrawalMethods(domain.context(), user, {});
  expect(list.map(({ method }) => method)).toEqual(['upi']);
  expect(await wdinfo(domain.context(), user, {})).toMatchObject({
    list: [{ method: 'mpesa' }],
  });
  // the rows remain, and a method that is offered again stays when another is added
  expect((await json('methods', 'list')).answer).toHaveLength(before.length);
  const path = await file('gcash.json', await methodFile('gcash'));
  expect((await json('methods', 'import', path)).answer).toEqual({ stored: 1 });
  await run([...UPI, ...DESCRIBED]);
  const now = await withdrawalMethods(domain.context(), user, {});
  expect(now.list.map(({ method }) => method)).toEqual(['upi', 'gcash']);
});

/** Returns an existing method in the form of an import file. */
async function methodFile(name: string) {
  const { answer } = await json('methods', 'list');
  const {
    enabled: _,
    rate: __,
    stopped: ___,
    account_kind,
    ...method
  } = answer.find((each: { method: string }) => each.method === name);
  return [{ ...method, ...(account_kind && { account_kind }) }];
}

test('methods import: an invalid or empty list disables nothing, a valid list disables the demo’s methods', async () => {
  const [gcash] = await methodFile('gcash');
  const bad = await file('bad.json', [{ ...gcash, countries: [] }]);
  expect((await run(['methods', 'import', bad])).status).toBe(1);
  const none = await file('none.json', []);
  expect((await json('methods', 'import', none)).answer).toEqual({ stored: 0 });
  const offered = async () => {
    const { answer } = await json('methods', 'list');
    return answer.filter(({ enabled }: { enabled: boolean }) => enabled).length;
  };
  expect(await offered()).toBe(20);
  const { answer } = await json('methods', 'import', await file('one.json', [gcash]));
  expect(answer).toEqual({ stored: 1, ended: { methods: expect.any(Array), pages: PAGES } });
  expect(answer.ended.methods).toHaveLength(19);
  expect(await offered()).toBe(1);
});

/** Runs a command in the folder of the clips, on a machine without ffmpeg. */
const add = (...words: string[]) => withPath('', () => run(words, { INIT_CWD: dataDir }));
const shown = async (kind: string) => {
  const { answer } = await json(kind, 'list');
  const enabled = answer.filter((each: { enabled: boolean }) => each.enabled);
  return enabled.map(({ title }: { title: string }) => title);
};
const SEA = ['ads', 'add', 'rain.mp4', '--title', 'Sea', '--target-url', 'https://sea.example/'];

test('videos add: the demo’s clips and ads are no longer shown; the landing page has the new clip', async () => {
  const user = await domain.user();
  await run(['config', 'set', 'landing.video', '3']);
  // a clip that the operator has changed is kept
  await run(['videos', 'edit', '2', '--title', 'Kept']);
  await run(['videos', 'disable', '9']);
  const { status, out, err } = await add('videos', 'add', 'koi.mp4', 'rain.mp4');
  expect([status, err]).toEqual([0, '']);
  expect(out.split('\n').slice(3)).toEqual([
    'the demo’s clips 1, 3, 4, 5, 6, 7, 8, 10 and advertisements 1, 2 are not shown any more; to show one again: `videos enable ID` or `ads enable ID`',
    OFF,
  ]);
  expect(await shown('videos')).toEqual(['Kept', 'koi', 'rain']);
  expect(await shown('ads')).toEqual([]);
  const { answer } = await json('audit', 'list', '--action', 'videos add');
  expect(answer.slice(-2).map(({ what }: { what: { ended?: object } }) => what.ended)).toEqual([
    { clips: [1, 3, 4, 5, 6, 7, 8, 10], ads: [1, 2], pages: PAGES },
    undefined,
  ]);
  await run(['videos', 'disable', '2']);
  await domain.settings.refresh();
  const invite_code = await inviteCodeOf(user);
  expect((await landing(domain.context(), null, { invite_code })).video.title).toBe('koi');
  // the addresses of a disabled clip are recorded as gone
  const { rows } = await domain.pool.query('select url from gone_media where url = $1', [
    '/media/clips/aurora.mp4',
  ]);
  expect(rows).toHaveLength(1);
});

test('a clip of the demo that is enabled again counts as the operator’s, and stays', async () => {
  await add('videos', 'add', 'koi.mp4');
  const title = (await json('videos', 'enable', '1')).answer.title;
  expect(await add('videos', 'add', 'rain.mp4', '--json')).toMatchObject({ status: 0, err: '' });
  expect(await shown('videos')).toEqual([title, 'koi', 'rain']);
});

test('a refused clip disables none of the demo’s clips and ads', async () => {
  expect((await add('videos', 'add', 'none.mp4')).status).toBe(1);
  expect(await shown('videos')).toHaveLength(10);
  expect(await shown('ads')).toHaveLength(2);
});

test('ads add: the demo’s ads are no longer shown, its clips still are', async () => {
  const { out } = await add(...SEA);
  expect(out.split('\n').at(-2)).toBe(
    'the demo’s advertisements 1, 2 are not shown any more; to show one again: `ads enable ID`',
  );
  expect(await shown('ads')).toEqual(['Sea']);
  expect(await shown('videos')).toHaveLength(10);
});
