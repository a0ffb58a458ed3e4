import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createPool } from '../../server/database/database.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { freePort } from '../postgres/free-port.ts';
import type { OwnPostgres } from '../postgres/own.ts';
import { RULES_OFF } from '../postgres/rules.ts';
import { operate } from './http/own-postgres.ts';
import { type ServerProcess, startProcess } from './http/process.ts';

type Postgres = Pick<OwnPostgres, 'stop' | 'url'>;

/** A Postgres with two server processes, each of which a test may kill. */
export interface KillsWorld<Own extends Postgres = OwnPostgres> {
  readonly postgres: Own;
  /** the test's own connection, for settling as an operator does */
  readonly pool: pg.Pool;
  readonly servers: readonly KilledServer[];
  readonly dataDir: string;
  close(): Promise<void>;
}

/** A server process that restarts at the same address. */
class KilledServer {
  readonly url: string;
  readonly #environment: Record<string, string>;
  #process: ServerProcess;

  constructor(port: number, environment: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port) };
    this.#process = startProcess(this.#environment);
  }

  async kill(): Promise<void> {
    this.#process.child.kill('SIGKILL');
    await this.#process.ended;
  }

  async restart(): Promise<void> {
    this.#process = startProcess(this.#environment);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.#process.ready;
  }
}

const SETTINGS = {
  ...RULES_OFF,
  'video.watch_seconds': '0',
  'video.daily_limit': '10000',
  'ad.watch_seconds': '0',
  'ad.daily_limit': '10000',
  'claim.late_days': '7',
  'limit.requests_per_minute': '0',
  'limit.user_requests_per_minute': '0',
  'limit.cancellations_per_day': '0',
  'funding.enforce': 'true',
};

/** Numbers of people, and of the clips and ads that each of them was served. */
export interface DataSizes {
  readonly people: number;
  readonly clips: number;
  readonly ads: number;
}

/** Statements that fill the database: each person has a session, and was invited by the person before. */
const FILL = [
  `insert into account (username, username_key, email, email_key, password_hash, invite_code,
     inviter_id, created_at, password_changed_at)
   select name, name, name || '@example.org', name || '@example.org', '', 'CODE' || n,
     nullif(n - 1, 0), now() - interval '30 days', now() - interval '30 days'
   from generate_series(1, $1::int) as n, lateral (select 'user_' || n as name) as names order by n`,
  `insert into friend (user_id, friend_id, level, created_at)
   select user_id - 1, user_id, 1, created_at from account where user_id > 1`,
  'insert into wallet (user_id) select user_id from account',
  'insert into progress (user_id) select user_id from account',
  `insert into payout_info select user_id, 'PH', 'gcash', 'phone', 'Maria Cruz',
     '+63917' || 1000000 + user_id, now() from account`,
  `insert into payout_method
   values ('gcash', 'GCash', 'phone', '{PH}', '^09\\d{9}$', '09171234567', 1)`,
  `insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at)
   select sha256(convert_to('session-token-of-' || user_id, 'UTF8')), user_id, true, now(), now(),
     now() + interval '30 days' from account`,
  `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
   select 'Clip', 'Author', '/media/' || n || '.mp4', '/p.webp', 540, 960, 8000, now()
   from generate_series(1, $2::int) as n order by n`,
  `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
   select 'Tea', 'Hills', '/tea.mp4', '/tea.webp', 'https://tea.example', 'Taste', 9000, now()
   from generate_series(1, $3::int) as n order by n`,
  `insert into served (user_id, kind, item_id, first_at)
   select user_id, 'video', video_id, date_trunc('day', now(), 'UTC') from account, video
   union all
   select user_id, 'ad', ad_id, date_trunc('day', now(), 'UTC') from account, ad`,
];

/** Returns the session token of a person. */
export const tokenOf = (person: number): string => `session-token-of-${person}`;

async function fill(pool: pg.Pool, { people, clips, ads }: DataSizes): Promise<void> {
  await changeSettings(pool, SETTINGS, new Date());
  await depositFunds(pool, 1_000_000_000_000n, 'for the test', new Date());
  for (const statement of FILL) {
    const values = [people, clips, ads];
    const wanted = /\$([123])/.exec(statement)?.[1];
    const text = wanted ? statement.replace(`$${wanted}`, '$1') : statement;
    await pool.query(text, wanted ? [values[Number(wanted) - 1]] : []);
  }
}

/** @param postgres is stopped together with the world */
export async function openKillsWorld<Own extends Postgres>(
  postgres: Own,
  dataSizes: DataSizes,
): Promise<KillsWorld<Own>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-kills-'));
  await operate(
    postgres.url('clipurse_owner'),
    dataDir,
    ...['database', 'migrate', '--grant', 'clipurse_server'],
  );
  const url = postgres.url('clipurse_server');
  const pool = createPool({ url, max: 8 });
  await fill(pool, dataSizes);
  const environment = { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const servers: KilledServer[] = [];
  for (let place = 0; place < 2; place += 1) {
    servers.push(new KilledServer(await freePort(), environment));
  }
  await Promise.all(servers.map((server) => server.ready()));
  const close = async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { postgres, pool, servers, dataDir, close };
}
