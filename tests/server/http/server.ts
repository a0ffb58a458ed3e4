import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { type AppOptions, buildApp } from '../../../server/app.ts';
import { type Config, readConfig } from '../../../server/config.ts';
import { nameDatabase } from '../../../server/database/open.ts';
import { writeServerRecord } from '../../../server/database/server-record.ts';
import type { Caller } from '../../../server/domain/context.ts';
import { openSession } from '../../../server/domain/sessions.ts';
import { createLogger } from '../../../server/http/log.ts';
import { makeKey, provideKeysAndSealEmails } from '../data-keys.support.ts';
import { createTestDomain, type TestDomain, type UserOptions } from '../support.ts';
import { Client } from './client.ts';
import { listenRoundRobin, openInstance } from './instances.ts';
import { checkLog, personalValues } from './log-lines.ts';

/** The whole server with a real socket and a fresh database, on the domain's clock. */
export interface TestServer {
  readonly domain: TestDomain;
  readonly app: FastifyInstance;
  readonly metrics: Registry;
  readonly url: string;
  /** the lines of the server's log, each a JSON object */
  readonly logLines: string[];
  readonly dataDir: string;
  /** a client without a session */
  visitor(): Client;
  /** makes a user with a session, without the cost of a password */
  user(options?: SessionOptions): Promise<User>;
  close(): Promise<void>;
}

interface SessionOptions extends UserOptions {
  /** whether the session lasts 30 days instead of 24 hours */
  readonly keep?: boolean;
}

export interface User extends Caller {
  readonly client: Client;
}

export interface TestServerOptions {
  readonly config?: Partial<Config>;
  readonly appDirectory?: string;
  readonly connections?: number;
  readonly callTimeoutMs?: number;
  readonly limits?: AppOptions['limits'];
  /** opens the server's connections to the database, which a test may cut */
  readonly pool?: (databaseUrl: string) => Promise<pg.Pool>;
  /** whether payout accounts and e-mails are encrypted in the database */
  readonly seals?: boolean;
  /** whether the server lacks the newest data key */
  readonly running?: NonNullable<AppOptions['running']>;
  /** number of servers that share the database and take the requests in turn; default 1 */
  readonly servers?: number;
}

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const domain = await createTestDomain(options.connections);
  if (options.seals) await provideKeysAndSealEmails(domain, makeKey());
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-http-'));
  const logLines: string[] = [];
  const pool = await options.pool?.(domain.url);
  const metrics = new Registry();
  const appOptions: AppOptions = {
    config: { ...readConfig({ DATA_DIR: dataDir }), ...options.config },
    pool: pool ?? domain.pool,
    settings: domain.settings,
    metrics,
    log: createLogger('info', { write: (line) => logLines.push(line) }),
    appDirectory: options.appDirectory ?? join(dataDir, 'no-app'),
    now: domain.now,
    checksAnswers: true,
    limits: options.limits ?? {},
    ...(options.running ? { running: options.running } : {}),
    ...(options.callTimeoutMs === undefined ? {} : { callTimeoutMs: options.callTimeoutMs }),
  };
  const app = await buildApp(appOptions);
  const own = await app.listen({ host: '127.0.0.1', port: 0 });
  const others = await Promise.all(
    Array.from({ length: (options.servers ?? 1) - 1 }, () => openInstance(appOptions, domain.url)),
  );
  const front =
    others.length > 0
      ? await listenRoundRobin([{ app, settings: domain.settings }, ...others])
      : null;
  const url = front?.url ?? own;
  const database = nameDatabase(domain.url, dataDir);
  await writeServerRecord(dataDir, { address: url, database, pid: process.pid });
  return {
    domain,
    app,
    metrics,
    url,
    logLines,
    dataDir,
    visitor: () => new Client(url, null),
    user: async ({ keep = false, ...userOptions } = {}) => {
      const { userId } = await domain.user(userOptions);
      const token = await openSession(domain.context(), userId, keep);
      return { userId, token, client: new Client(url, token) };
    },
    close: async () => {
      await front?.close();
      await Promise.all(others.map((each) => each.close()));
      await app.close();
      await pool?.end();
      checkLog(logLines, await personalValues(domain.pool));
      await domain.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
