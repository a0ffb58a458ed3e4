import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { fakeFfmpeg, withPath } from './ffmpeg.fake.ts';
import { CLIPS, dataDir, domain, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

/** A loopback address, which `doctor` does not request: no server answers at a public address. */
const LOOPBACK_URL = 'http://127.0.0.1:4173';
/** The commands of the page encrypt data with this key. */
const KEY = { DATA_KEY: 'ab'.repeat(32) };
const page = new URL('../../docs/operating.md', import.meta.url);

/** Splits a command line into words, at blanks outside quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

let lines: string[];
beforeAll(async () => {
  const text = await readFile(page, 'utf8');
  lines = [...text.matchAll(/^ {4}npm run -s operator -- (.+)$/gm)].map(([, line]) => line ?? '');
});

/**
 * Makes withdrawals: Alice, Bela and Chi request 60.0000, 1.0000 and 2.0000; Dina and Eve request
 * 1.0000 each, in review. Only Dina's account is new when the withdrawals are paid.
 */
async function askForMoney(): Promise<void> {
  await domain.configure({ 'reward.download_app': '70' });
  for (const [username, amount, rules] of [
    ['alice', '60', ''],
    ['bela', '1', ''],
    ['chi', '2', ''],
    ['dina', '1', 'young_account'],
    ['eve', '1', 'young_account'],
  ] as const) {
    await domain.configure({ 'withdraw.review_signals': rules });
    const user = await domain.user({ username });
    await claimTask(domain.context(), user, { task: 'download_app' });
    await updateWdinfo(domain.context(), user, {
      country: 'DE',
      method: 'paypal',
      recipient_name: username,
      account: `${username}@mail.example`,
    });
    await withdraw(domain.context(), user, { amount });
  }
  await domain.pool.query(
    `update account set created_at =
       case when username = 'dina' then now() else now() - interval '2 days' end`,
  );
}

/** Fills in the results of a batch's file, as the bank or payment service does. */
async function fillIn(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/,,\r\n/g, ',paid,\r\n'));
}

/**
 * Makes what the page's examples need: a clip, an advertisement with the number 3, members, files
 * with names, requests, texts and captions, films.
 */
async function makeExamples(): Promise<void> {
  await domain.pool.query(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
     select 'Sea', 'Lodge', '/a.mp4', '/a.webp', 'https://example.com', 'Go', 6000, now()
     from generate_series(1, 3)`,
  );
  await domain.pool.query(
    `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
     values ('Sea', 'Ada', '/media/a.mp4', '/media/a.webp', 540, 960, 6000, now())`,
  );
  const names = ['ring_1', 'ring_2'];
  for (const username of [...names, 'dora']) await domain.user({ username });
  await writeFile(join(dataDir, 'ring.txt'), names.join('\n'));
  const request = '[01/Mar/2026:10:00:00 +0000] "GET /media/a.mp4 HTTP/2.0" 200 5000';
  await writeFile(join(dataDir, 'cdn.log'), `203.0.113.7 - - ${request}\n`);
  for (const name of ['terms.md', 'terms.de.md', 'privacy.md']) {
    await writeFile(join(dataDir, name), `# ${name}`);
  }
  await writeFile(join(dataDir, 'clips.csv'), 'file,title\nrain.mp4,Rain\n');
  for (const name of ['ocean.en.vtt', 'ocean.de.vtt']) {
    await writeFile(join(dataDir, name), 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe sea\n');
  }
  for (const name of ['koi.mp4', 'ocean.mp4', 'rain.mp4'])
    await copyFile(join(CLIPS, name), join(dataDir, name));
}

/** Starts a server that answers each request with one object: a list of a video, and the video. */
async function startMockPeertube() {
  const video = { name: 'Koi', duration: 10, licence: { id: 1, label: 'Attribution' } };
  const files = [{ resolution: { id: 720 }, size: 1, fileUrl: 'https://peertube.example/koi.mp4' }];
  const data = [{ uuid: '00000000-0000-4000-8000-000000000001', name: 'Koi' }];
  const all = { ...video, files, account: { displayName: 'Ann' }, total: 1, data };
  const server = createServer((_, response) => response.end(JSON.stringify(all)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('the commands in docs/operating.md succeed one after the other', async () => {
  expect(lines.length).toBeGreaterThan(20);
  const refused: string[] = [];
  await makeExamples();
  const ffmpeg = await fakeFfmpeg();
  const peertube = await startMockPeertube();
  for (const line of lines) {
    if (line === 'withdrawals list --status pending') {
      await domain.settings.refresh();
      await askForMoney();
    }
    if (line === 'payouts import batch-anew.csv') await fillIn(join(dataDir, 'batch-anew.csv'));
    const env = { INIT_CWD: dataDir, PUBLIC_URL: LOOPBACK_URL, ...KEY };
    // `doctor` would report that the server of the data folder is not running
    const place = line === 'doctor' ? { DATA_DIR: join(dataDir, 'nowhere') } : {};
    // encoding takes long, so only commands that need ffmpeg get one
    const path = /^\w+ (?:previews|renditions)/.test(line) ? ffmpeg.folder : '';
    const { status, err } = await withPath(path, () =>
      run(
        wordsOf(line.replace('https://peertube.example', peertube.url)),
        { ...env, ...place },
        async () => 'y',
      ),
    );
    if (status !== 0) refused.push(`${line}: ${err}`);
  }
  await ffmpeg.remove();
  peertube.close();
  expect(refused).toEqual([]);
  const { out } = await run(['users', 'show', 'alice', '--json'], KEY);
  expect(JSON.parse(out)).toMatchObject({
    balance: '150.0000',
    paid_out: '0.0000',
    debt: '0.0000',
  });
  for (const [name, balance, paid_out] of [
    ['chi', '68.0000', '2.0000'],
    ['dina', '69.0000', '1.0000'],
    ['eve', '70.0000', '0.0000'],
  ] as const) {
    const shown = await run(['users', 'show', name, '--json'], KEY);
    expect(JSON.parse(shown.out)).toMatchObject({ balance, paid_out });
  }
});
