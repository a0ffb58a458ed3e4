import { expect, test } from 'vitest';
import { ConfigError } from '../../server/config.environment.ts';
import { readConfig } from '../../server/config.ts';

const STORE = {
  S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com/',
  S3_BUCKET: 'my-clips',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  MEDIA_URL: 'https://media.clips.example/',
};

test('the settings of a media store are read', () => {
  expect(readConfig(STORE).mediaStore).toEqual({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    bucket: 'my-clips',
    region: 'eu-central-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    publicUrl: 'https://media.clips.example',
    waitMs: 60_000,
  });
});

test('the region is optional, and MEDIA_WAIT is a number of seconds', () => {
  const { mediaStore } = readConfig({ ...STORE, S3_REGION: '', MEDIA_WAIT: '5' });
  expect(mediaStore).toMatchObject({ region: 'us-east-1', waitMs: 5_000 });
});

test.each([
  ['https://clips.example/media/', 'https://clips.example/media'],
  // a store on the operator's own machine
  ['http://127.0.0.1:9000/clips/media', 'http://127.0.0.1:9000/clips/media'],
])('MEDIA_URL may be %s', (url, publicUrl) => {
  expect(readConfig({ ...STORE, MEDIA_URL: url }).mediaStore?.publicUrl).toBe(publicUrl);
});

const WRONG: readonly (readonly [Record<string, string>, string])[] = [
  [{ S3_REGION: 'eu-central-1' }, 'S3_ENDPOINT is missing: S3_REGION needs it'],
  [{ ...STORE, S3_BUCKET: ' ' }, 'S3_BUCKET is missing: S3_ENDPOINT needs it'],
  [{ ...STORE, MEDIA_URL: '' }, 'MEDIA_URL is missing: S3_ENDPOINT needs it'],
  [
    { ...STORE, S3_ENDPOINT: 'https://s3.example/my-clips' },
    'S3_ENDPOINT must be an address such as https://s3.eu-central-1.amazonaws.com, without the bucket',
  ],
  [{ ...STORE, S3_BUCKET: 'a/b' }, 'S3_BUCKET must be the name of a bucket, such as my-clips'],
  [
    { ...STORE, S3_REGION: 'eu central' },
    'S3_REGION must be the name of a region, such as eu-central-1 or auto',
  ],
  ...['http://media.clips.example', 'https://:p@media.example', 'https://m.example/?a'].map(
    (url) =>
      [
        { ...STORE, MEDIA_URL: url },
        'MEDIA_URL must be an address that begins with https:, such as https://media.clips.example',
      ] as const,
  ),
  [{ ...STORE, MEDIA_WAIT: 'long' }, 'MEDIA_WAIT must be a number of seconds from 0 to 9999'],
];

test.each(WRONG)('a bad value is named in one line: %j', (env, message) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(message));
});
