import { once } from 'node:events';
import Fastify from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/database/open.ts';
import type { Caller, Context } from '../server/domain/context.ts';
import { findSession, openSession } from '../server/domain/sessions.ts';
import { changeSettings } from '../server/domain/settings.change.ts';
import { Settings } from '../server/domain/settings.ts';
import { record } from '../server/domain/watching.ts';

/**
 * The process that is measured: our server, and beside it a bare Fastify route that runs the same
 * statements on the same pool. Tells its parent both addresses and the tokens of its users.
 */
const USERS = Number(process.env.BENCH_USERS ?? 1000);
const CLIPS = Number(process.env.BENCH_CLIPS ?? 400);

const config = readConfig({ DATA_DIR: process.env.DATA_DIR, TRUST_PROXY: '127.0.0.1' });
const { databaseUrl, dataDir } = config;
const database = await openDatabase({ databaseUrl, dataDir, log: () => {} });
const { pool } = database;
const settings = new Settings({ db: pool });
await changeSettings(pool, { 'video.watch_seconds': '0', 'video.daily_limit': '10000' });
await settings.start();
const { tokens, firstClip } = await fill();

const ours = await buildApp({
  config,
  pool,
  settings,
  log: pino({ level: 'warn' }),
  appDirectory: dataDir,
});

const bare = Fastify();
bare.post('/record', async (request) => {
  const visitor = { address: request.ip, country: null };
  const site = { publicUrl: config.publicUrl, push: null };
  const context: Context = { db: pool, settings, now: new Date(), visitor, site };
  const caller: Caller = await findSession(context, String(request.headers['ba-user-token']));
  return record(context, caller, request.body as { videos_id: number });
});

process.send?.({
  ours: await ours.listen({ port: 0 }),
  bare: await bare.listen({ port: 0 }),
  tokens,
  firstClip,
  clips: CLIPS,
});
await once(process, 'disconnect');
await Promise.all([ours.close(), bare.close()]);
settings.stop();
await database.close();

/** Users with a session each, who were given every clip an hour ago. */
async function fill(): Promise<{ tokens: string[]; firstClip: number }> {
  const { rows: users } = await pool.query<{ user_id: bigint }>(
    `with made as (
       insert into account (username, username_key, email, email_key, password_hash, invite_code,
         created_at, password_changed_at)
       select name, name, name, name, '', name, now() - interval '1 hour', now() - interval '1 hour'
       from (select 'bench_' || n as name from generate_series(1, $1::int) n) names
       returning user_id
     ),
     wallets as (insert into wallet (user_id) select user_id from made),
     counters as (insert into progress (user_id) select user_id from made)
     select user_id from made`,
    [USERS],
  );
  const { rows: clips } = await pool.query<{ video_id: bigint }>(
    `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
     select 'Clip', 'Bench', '/media/bench-' || n || '.mp4', '/p.webp', 540, 960, 8000, now()
     from generate_series(1, $1::int) n returning video_id`,
    [CLIPS],
  );
  await pool.query(
    `insert into handed (user_id, kind, item_id, first_at)
     select user_id, 'video', video_id, now() - interval '1 hour' from account, video
     where author = 'Bench'`,
  );
  await pool.query('analyze');
  const tokens = await Promise.all(
    users.map(({ user_id }) => openSession(pool, user_id, true, new Date())),
  );
  return { tokens, firstClip: Number(clips[0]?.video_id) };
}
