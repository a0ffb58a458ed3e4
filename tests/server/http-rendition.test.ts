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

/** Returns the address of the first clip's file, and the name of the rendition that the page states. */
async function begins(headers: Record<string, string>) {
  const { text } = await getFile(`${server.url}/`, headers);
  return {
    src: /<video id="first-clip"[^>]* src="([^"]*)"/.exec(text)?.[1],
    rendition: /data-rendition="([^"]*)"/.exec(text)?.[1],
  };
}

const CASES: [string, Record<string, string>, string, string][] = [
  ['the medium file at a first visit', {}, '/media/540.mp4', 'medium'],
  ['the small file to save data', { 'save-data': 'on' }, '/media/360.mp4', 'small'],
  [
    'the small file on a slow connection',
    { ect: '2g', downlink: '0.3' },
    '/media/360.mp4',
    'small',
  ],
  [
    'the small file on a small screen',
    { 'sec-ch-viewport-width': '320', 'sec-ch-dpr': '1' },
    '/media/360.mp4',
    'small',
  ],
  [
    'the small file on a small screen without a pixel ratio',
    { 'sec-ch-viewport-width': '390' },
    '/media/360.mp4',
    'small',
  ],
  [
    'the medium file on a large screen with a good connection',
    { 'sec-ch-viewport-width': '390', 'sec-ch-dpr': '3', ect: '4g', downlink: '10' },
    '/media/540.mp4',
    'medium',
  ],
  [
    'the large file if the last visit ended with it',
    { cookie: 'rendition=large' },
    '/media/whole.mp4',
    'large',
  ],
  [
    'the AV1 file if the last visit ended with it',
    { cookie: 'clip=1; rendition=medium.av1' },
    '/media/540.av1.mp4',
    'medium.av1',
  ],
  [
    'the small file to save data, also after a large one',
    { cookie: 'rendition=large.av1', 'save-data': 'on' },
    '/media/360.mp4',
    'small.av1',
  ],
  [
    'the file that the device has cached, despite a slow connection',
    { cookie: 'clip=1; src=%2Fmedia%2Fwhole.mp4; rendition=small', ect: '2g' },
    '/media/whole.mp4',
    'small',
  ],
  [
    'the small file to save data, despite a cached file',
    { cookie: 'src=%2Fmedia%2Fwhole.mp4; data=less' },
    '/media/360.mp4',
    'small',
  ],
  [
    'the medium file if the cached address is no file of the clip',
    { cookie: 'src=https%3A%2F%2Fexample.org%2Fx.mp4' },
    '/media/540.mp4',
    'medium',
  ],
  [
    'the medium file if the cached address cannot be decoded',
    { cookie: 'src=%E0%A4' },
    '/media/540.mp4',
    'medium',
  ],
  [
    'the medium file for malformed values',
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
