import { beforeEach, expect, test } from 'vitest';
import type { Source } from '../../../contract/shapes.ts';
import { expectAnswer } from './coverage.ts';
import type { TestServer } from './server.ts';

const SECOND = 1000;
const page = { page: 1, limit: 10 };
const sources: Source[] = [
  {
    url: '/media/a.mp4',
    type: 'video/mp4; codecs="avc1.64001f"',
    width: 540,
    height: 960,
    bytes: 9,
  },
  {
    url: '/media/b.mp4',
    type: 'video/mp4; codecs="avc1.42c01e"',
    width: 360,
    height: 640,
    bytes: 4,
  },
];

const about = {
  captions: [{ language: 'en', url: '/media/a.en.vtt' }],
  licence: 'CC BY 4.0',
  source_address: 'https://films.example/a',
};

/** Tests that every answer with a clip or an advertisement names the files. */
export function renditionCalls(server: () => TestServer): void {
  beforeEach(async () => {
    await server().domain.pool.query('truncate video, ad restart identity');
  });

  test('a clip’s files, captions and licence are in every list, and on the landing page', async () => {
    const { domain } = server();
    const clip = await domain.video();
    await domain.pool.query(
      'update video set sources = $1, captions = $2, clip_licence = $3, clip_source = $4',
      [
        JSON.stringify(sources),
        JSON.stringify(about.captions),
        about.licence,
        about.source_address,
      ],
    );
    const named = { list: [{ id: clip, sources, ...about }] };
    const linked = { linked: { video: { sources, ...about } } };
    const asked = { ...page, video: clip };
    const { client } = await server().user();
    const all = await expectAnswer(server().visitor(), 'videoList', asked);
    expect(all).toMatchObject({ ...named, ...linked });
    const mine = await expectAnswer(client, 'playable', asked);
    const own = sources.map((source) => ({
      ...source,
      url: expect.stringMatching(/^\/media\/[ab]\.mp4\?m=/),
    }));
    expect(mine).toMatchObject({
      list: [{ id: clip, sources: own, ...about }],
      linked: { video: { sources: own, ...about } },
    });
    domain.advance(5 * SECOND);
    await expectAnswer(client, 'record', { videos_id: clip });
    expect(await expectAnswer(client, 'history', page)).toMatchObject(named);
    const { userInfo } = await expectAnswer(client, 'info');
    const invite_code = userInfo.invite_code;
    const shown = await expectAnswer(server().visitor(), 'landing', { invite_code });
    expect(shown.video).toMatchObject({ id: clip, sources, ...about });
  });

  test('an advertisement’s files are in its list', async () => {
    const { domain } = server();
    await domain.pool.query(
      `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, sources,
         created_at)
       values ('Tea', 'Hills', '/media/a.mp4', '/media/tea.webp', 'https://tea.example', 'Taste',
         9000, $1, $2)`,
      [JSON.stringify(sources), domain.now()],
    );
    const listed = await expectAnswer(server().visitor(), 'getAdList', page);
    expect(listed).toMatchObject({ list: [{ sources }] });
  });
}
