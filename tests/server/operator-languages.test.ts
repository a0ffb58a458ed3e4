import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeFfmpeg, withPath } from './ffmpeg.fake.ts';
import { expectAnswer } from './http/coverage.ts';
import { server, setUpServer, setUpWithoutClips } from './http/server.setup.ts';
import { operatorOf } from './languages.support.ts';
import { CLIP } from './operator.setup.ts';

setUpServer();
setUpWithoutClips();

const { done, operate, read, asked } = operatorOf(() => server);

const titles = async (...languages: string[]) => {
  const lists = await Promise.all(languages.map((each) => asked('videoList', each)));
  return lists.map(({ list }) => list[0].title);
};

test('a clip is added with a title for all languages, and titles by language', async () => {
  const ffmpeg = await fakeFfmpeg();
  const out = await withPath(ffmpeg.folder, () =>
    done('videos', 'add', CLIP, '--title', 'Koi', '--title', 'de=Kois', '--title', 'pt-PT=Carpas'),
  ).finally(ffmpeg.remove);
  expect(out).toContain('title: Koi\n');
  expect(out).toContain(
    'title de: Kois\ntitle pt-PT: Carpas\n' +
      'readers of all other languages read the text without a language',
  );
  expect(await titles('de-AT', 'pt-PT', 'pt-BR', 'fr', 'en')).toEqual([
    ...['Kois', 'Carpas', 'Koi', 'Koi', 'Koi'],
  ]);
  await server.domain.video({ title: 'Rain' });
  const [, ...lines] = (await done('videos', 'list')).split('\n');
  expect(lines.map((line) => line.split(/ {2,}/).slice(1, 3))).toEqual([
    ['Koi', 'de,pt-PT'],
    ['Rain', '-'],
  ]);
  const [row] = await read('videos', 'list');
  expect(row).toMatchObject({
    title: 'Koi',
    texts: { title: { de: 'Kois', 'pt-PT': 'Carpas' } },
  });
});

test('readers in Portugal get Brazil’s text if there is none of Portugal', async () => {
  const id = String(await server.domain.video({ title: 'Koi' }));
  await done('videos', 'edit', id, '--title', 'pt=Carpa');
  expect(await titles('pt-PT', 'pt', 'es')).toEqual(['Carpa', 'Carpa', 'Koi']);
});

test('one language is changed or removed, the others stay, and the log has the texts before', async () => {
  const id = String(await server.domain.video({ title: 'Koi' }));
  await done('videos', 'edit', id, '--title', 'de=Kois', '--title', 'fr=Carpes');
  await done('videos', 'edit', id, '--title', 'de=Karpfen', '--author', 'ja=作者');
  await done('videos', 'edit', id, '--title', 'fr=');
  expect(await titles('de', 'fr')).toEqual(['Karpfen', 'Koi']);
  expect((await asked('videoList', 'ja')).list[0].author).toBe('作者');
  const entries = await read('audit', 'list');
  expect(entries.at(-1)).toMatchObject({
    action: 'videos edit',
    what: {
      texts: { title: { fr: '' } },
      before: { texts: { title: { de: 'Karpfen', fr: 'Carpes' }, author: { ja: '作者' } } },
    },
  });
  await done('videos', 'edit', id, '--title', 'Carp');
  expect(await titles('de', 'fr')).toEqual(['Karpfen', 'Carp']);
  const none = await read('videos', 'edit', id, '--title', 'de=', '--author', 'ja=');
  expect(none.texts).toEqual({});
});

test('a reward for a clip is listed with the clip’s title in the reader’s language', async () => {
  const id = await server.domain.video({ title: 'Koi' });
  await done('videos', 'edit', String(id), '--title', 'de=Kois');
  const { client } = await server.user();
  await expectAnswer(client, 'playable');
  server.domain.advance(60_000);
  await expectAnswer(client, 'record', { videos_id: id });
  const detail = async (language: string) =>
    (await asked('rewardLogs', language, {}, client)).list[0].detail;
  expect([await detail('de'), await detail('fr')]).toEqual(['Kois', 'Koi']);
});

test('the language that a member has chosen precedes the page’s language, which precedes the browser’s language', async () => {
  const id = String(await server.domain.video({ title: 'Koi' }));
  await done('videos', 'edit', id, '--title', 'de=Kois', '--title', 'ar=كوي');
  const { user } = server;
  const { client } = await user();
  const chosen = {
    cookie: 'language=de',
    'accept-language': 'ar',
    referer: `${server.url}/?lang=ar`,
  };
  const titleOf = async (headers: Record<string, string>) =>
    (await client.send('playable', {}, headers)).envelope.data as { list: { title: string }[] };
  expect((await titleOf(chosen)).list[0]?.title).toBe('Kois');
  const linked = { 'accept-language': 'en', referer: `${server.url}/?lang=ar` };
  expect((await titleOf(linked)).list[0]?.title).toBe('كوي');
});

test('advertisements, methods and settings have texts by language too', async () => {
  const ffmpeg = await fakeFfmpeg();
  await withPath(ffmpeg.folder, () =>
    done(
      ...['ads', 'add', CLIP, '--title', 'Sea', '--target-url', 'https://example.com/'],
      ...['--cta', 'See rooms', '--cta', 'de=Zimmer ansehen', '--title', 'de=Meer'],
    ),
  ).finally(ffmpeg.remove);
  const [german] = (await asked('getAdList', 'de')).list;
  expect(german).toMatchObject({ title: 'Meer', cta: 'Zimmer ansehen' });
  expect((await asked('getAdList', 'fr')).list[0]).toMatchObject({ cta: 'See rooms' });

  await done('ads', 'edit', String(german.id), '--cta', 'Learn more', '--cta', 'de=');
  const buttons = await Promise.all(['de', 'ja', 'en'].map((each) => asked('getAdList', each)));
  expect(buttons.map(({ list }) => list[0].cta)).toEqual([
    'Mehr erfahren',
    '詳細を見る',
    'Learn more',
  ]);

  const method = ['methods', 'add', 'bank', '--account-type', 'username', '--countries', 'DE'];
  const rule = ['--account-pattern', '^[a-z]+$', '--name', 'Bank', '--account-hint', 'name'];
  await done(...method, ...rule, '--name', 'de=Bankkonto', '--account-hint', 'de=benutzer');
  // texts that the command does not name stay
  const out = await done(...method, ...rule, '--name', 'fr=Banque');
  expect(out).toContain('name de: Bankkonto\nname fr: Banque\naccount_hint de: benutzer\n');
  const { client } = await server.user();
  const methodIn = async (language: string) => {
    const { list } = await asked('withdrawalMethods', language, { country: 'DE' }, client);
    return list.find((each: { method: string }) => each.method === 'bank');
  };
  expect(await methodIn('de')).toMatchObject({ name: 'Bankkonto', account_hint: 'benutzer' });
  expect(await methodIn('es')).toMatchObject({ name: 'Bank', account_hint: 'name' });

  expect(await done('config', 'set', 'support.contact', 'help@clips.example')).not.toContain('de');
  await done('config', 'set', 'support.contact', 'de=hilfe@clips.example');
  expect(await done('config', 'get', 'support.contact')).toBe(
    'help@clips.example\nsupport.contact de: hilfe@clips.example\n' +
      'readers of all other languages read the text without a language',
  );
  expect(await asked('getAppConfig', 'de')).toMatchObject({
    support_contact: 'hilfe@clips.example',
  });
  expect(await asked('getAppConfig', 'nl')).toMatchObject({
    support_contact: 'help@clips.example',
  });
});

test('a file of methods has texts by language; a file without texts keeps the present texts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-methods-'));
  const method = {
    ...{ method: 'wise', name: 'Wise', account_type: 'email', countries: ['DE'] },
    ...{ account_pattern: '^.+@.+$', account_hint: 'a@b.example' },
  };
  const importing = async (more: object) => {
    const file = join(folder, 'methods.json');
    await writeFile(file, JSON.stringify([{ ...method, ...more }]));
    return operate('methods', 'import', file);
  };
  const textsNow = async () => {
    const methods: { method: string; texts: object }[] = await read('methods', 'list');
    return methods.find(({ method: id }) => id === 'wise')?.texts;
  };
  try {
    const texts = { name: { ru: 'Вайз' }, account_hint: { de: 'a@b.beispiel' } };
    expect(await importing({ texts })).toMatchObject({ status: 0 });
    expect(await importing({ name: 'Wise 2' })).toMatchObject({ status: 0 });
    expect(await textsNow()).toEqual(texts);
    const unknown = await importing({ texts: { name: { xx: 'Wise' } } });
    expect(unknown).toMatchObject({ status: 1, err: expect.stringContaining('such as de') });
    expect(await importing({ texts: { countries: { de: 'Wise' } } })).toMatchObject({ status: 1 });
    expect(await textsNow()).toEqual(texts);
    expect(await importing({ texts: {} })).toMatchObject({ status: 0 });
    expect(await textsNow()).toEqual({});
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an ambiguous or invalid text is refused, and nothing is changed', async () => {
  const id = String(await server.domain.video({ title: 'Koi' }));
  const refused = async (...argv: string[]) => {
    const { status, err } = await operate(...argv);
    expect(status).not.toBe(0);
    return err.split('\n')[0];
  };
  expect(await refused('videos', 'edit', id, '--title', 'xx=Koi')).toMatch(
    /^--title: "xx" is no language of the app, which has en, ar, .*vi; if the text itself begins with "xx=", write "=xx=…"$/,
  );
  expect(await refused('videos', 'edit', id, '--title', 'de=a', '--title', 'DE=b')).toBe(
    '--title de= is given twice',
  );
  expect(await refused('videos', 'edit', id, '--title', 'a', '--title', 'b')).toBe(
    '--title is given twice',
  );
  expect(await refused('videos', 'edit', id, '--author', `de=${'x'.repeat(61)}`)).toBe(
    '--author de= must have 1 to 60 characters',
  );
  expect(await refused('config', 'set', 'invite.slogan', `de=${'x'.repeat(141)}`)).toBe(
    'invite.slogan: must have at most 140 characters',
  );
  expect(await titles('de')).toEqual(['Koi']);
  await done('videos', 'edit', id, '--title', '=de=Koi');
  expect(await titles('de')).toEqual(['de=Koi']);
  for (const text of ['=5 koi', '3de=Koi', '=d=koi', 'de =Koi']) {
    await done('videos', 'edit', id, '--title', text);
    expect(await titles('de')).toEqual([text]);
  }
  // a setting without languages takes every text literally
  expect(await done('config', 'set', 'payout.debtor_name', 'de=Clips')).toContain('= de=Clips');
});
