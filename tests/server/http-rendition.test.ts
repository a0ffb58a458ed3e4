import { beforeEach, describe, expect, test } from 'vitest';
import { getFile } from './http/files.ts';
import { server, setUpServerWithApp } from './http/server.setup.ts';

setUpServerWithApp();

const file = (url: string, width: number, bytes: number, codec: string) => ({
  url,
  type: `video/mp4; codecs="${codec}"`,
  ...{ width, height: (width * 16) / 9, bytes },
});
const sources = [
  file('/media/whole.mp4', 720, 900, 'avc1.64001f'),
  file('/media/540.mp4', 540, 500, 'avc1.64001f'),
  file('/media/540.av1.mp4', 540, 300, 'av01.0.04M.08'),
  file('/media/360.mp4', 360, 200, 'avc1.42c01e'),
];

beforeEach(async () => {
  const id = await server.domain.video();
  await server.domain.pool.query('update video set sources = $2 where video_id = $1', [
    id,
    JSON.stringify(sources),
  ]);
});

/** The rendition that the page's first clip has, and the page's description of it. */
async function begins(headers: Record<string, string>) {
  const { text } = await getFile(`${server.url}/`, headers);
  return {
    src: /<video id="first-clip"[^>]* src="([^"]*)"/.exec(text)?.[1],
    rendition: /data-rendition="([^"]*)"/.exec(text)?.[1],
  };
}

const CASES: [string, Record<string, string>, string, string][] = [
  ['the medium file for whoever is here first', {}, '/media/540.mp4', 'medium'],
  ['the small one to save data', { 'save-data': 'on' }, '/media/360.mp4', 'small'],
  ['the small one on a slow line', { ect: '2g', downlink: '0.3' }, '/media/360.mp4', 'small'],
  [
    'the small one on a small screen',
    { 'sec-ch-viewport-width': '320', 'sec-ch-dpr': '1' },
    '/media/360.mp4',
    'small',
  ],
  [
    'the small one on a small screen that does not say how fine it is',
    { 'sec-ch-viewport-width': '390' },
    '/media/360.mp4',
    'small',
  ],
  [
    'the medium one on a large screen and a good line',
    { 'sec-ch-viewport-width': '390', 'sec-ch-dpr': '3', ect: '4g', downlink: '10' },
    '/media/540.mp4',
    'medium',
  ],
  [
    'the large one that was good before',
    { cookie: 'rendition=large' },
    '/media/whole.mp4',
    'large',
  ],
  [
    'AV1 where it was good before',
    { cookie: 'clip=1; rendition=medium.av1' },
    '/media/540.av1.mp4',
    'medium.av1',
  ],
  [
    'the small one to save data, whatever was good before',
    { cookie: 'rendition=large.av1', 'save-data': 'on' },
    '/media/360.mp4',
    'small.av1',
  ],
  [
    'the one that is on the device, whatever line and screen say',
    { cookie: 'clip=1; src=%2Fmedia%2Fwhole.mp4; rendition=small', ect: '2g' },
    '/media/whole.mp4',
    'small',
  ],
  [
    'the small one to save data, whatever is said to be there',
    { cookie: 'src=%2Fmedia%2Fwhole.mp4; data=less' },
    '/media/360.mp4',
    'small',
  ],
  [
    'none that is no file of the clip',
    { cookie: 'src=https%3A%2F%2Fexample.org%2Fx.mp4' },
    '/media/540.mp4',
    'medium',
  ],
  ['none for an address that cannot be read', { cookie: 'src=%E0%A4' }, '/media/540.mp4', 'medium'],
  [
    'the medium one for nonsense',
    { cookie: 'rendition=huge', downlink: 'x' },
    '/media/540.mp4',
    'medium',
  ],
];

describe('the first clip of a page', () => {
  test.each(CASES)('is played from %s', async (_, headers, src, rendition) => {
    expect(await begins(headers)).toEqual({ src, rendition });
  });

  test('has all of its files named in the page', async () => {
    const { text, headers } = await getFile(`${server.url}/`);
    const json = /<script type="application\/json" id="first-clip-data">(.*?)<\/script>/.exec(text);
    expect(JSON.parse(json?.[1] ?? '')).toMatchObject({ sources });
    expect(headers['accept-ch']).toContain('sec-ch-viewport-width');
  });
});
