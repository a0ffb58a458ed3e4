import { expect, test } from 'vitest';
import { diagnose, stops } from './doctor.setup.ts';
import { CLIP, domain, run, setUpOperator } from './operator.setup.ts';
import { startStore } from './s3/stub.ts';

setUpOperator();

async function store(headers?: Record<string, string>) {
  const started = await startStore(headers);
  stops.push(started.close);
  return started;
}

/** Returns the verdict of `doctor` on media, and its message. */
async function mediaWith(env: object) {
  const { verdicts, says } = await diagnose(env);
  return [verdicts.media, says.media];
}

test('a store that takes a file and serves ranges is good, and the trial leaves no file', async () => {
  const { env, files, publicUrl } = await store();
  const said = `the store takes files, and ${publicUrl} sends them`;
  expect(await mediaWith(env)).toEqual(['good', said]);
  expect(files.size).toBe(0);
});

test('a store whose files apps cannot cache is a warning', async () => {
  const { env, publicUrl } = await store({});
  const [verdict, says] = await mediaWith(env);
  expect([verdict, says]).toEqual([
    'warning',
    `${publicUrl} sends no Access-Control-Allow-Origin: * to a request without Origin: apps cannot keep clips`,
  ]);
});

test('an address that is not the bucket’s is bad', async () => {
  const { env } = await store();
  const { publicUrl } = await store();
  const said = `${publicUrl} answers 404 to a file that is in the bucket`;
  expect(await mediaWith({ ...env, MEDIA_URL: publicUrl })).toEqual(['bad', said]);
});

test('an unreachable address, and an unreachable store, are bad', async () => {
  const { env } = await store();
  const away = await store();
  away.close();
  const [verdict, says] = await mediaWith({ ...env, MEDIA_URL: away.publicUrl });
  expect([verdict, says]).toEqual(['bad', expect.stringMatching(/cannot be read: connect ECONN/)]);
  const [other, why] = await mediaWith(away.env);
  expect([other, why]).toEqual(['bad', expect.stringMatching(/does not answer: connect ECONN/)]);
});

test('a shell without the server’s settings for the store cannot add media', async () => {
  await domain.pool.query('update media_coverage set is_elsewhere = true');
  for (const command of [
    ['add', CLIP],
    ['captions', '1', '--add', 'en=none.vtt'],
  ]) {
    expect(await run(['videos', ...command])).toMatchObject({
      ...{
        status: 1,
        err: expect.stringContaining('set S3_ENDPOINT and the other settings of the store'),
      },
    });
  }
});
