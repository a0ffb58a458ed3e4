/** Delivers the push queue of a database, as one of several servers. */
import { readFileSync } from 'node:fs';
import { createPool } from '../../../server/database/database.ts';
import { findVapidKeys } from '../../../server/domain/vapid.ts';
import { connectFcm } from '../../../server/push/fcm.ts';
import { connectWebPush } from '../../../server/push/web-push.ts';
import { createWorker } from '../../../server/push/worker.ts';

const [url = '', accountFile = '', baseUrl = '', time = ''] = process.argv.slice(2);
const pool = createPool({ url, max: 4 });
const now = () => new Date(time);
const serviceAccount = JSON.parse(readFileSync(accountFile, 'utf8'));
const work = createWorker({
  pool,
  fcm: await connectFcm({ serviceAccount, baseUrl, now }),
  webPush: connectWebPush({
    keys: await findVapidKeys(pool),
    subject: () => 'https://clips.example',
    hosts: [],
    now,
  }),
  publicUrl: 'https://clips.example',
  onError: (error) => process.stdout.write(`error ${(error as Error).message}\n`),
  now,
  random: () => 0,
});
await work(new AbortController().signal);
process.stdout.write('done\n');
await pool.end();
process.exit(0);
