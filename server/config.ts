import { readdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import pg from 'pg';
import * as v from 'valibot';
import { readArchiveDir } from './config.archive.ts';
import { type Environment, invalid, read, readPort, readSeconds } from './config.environment.ts';
import { type KeyConfig, readDataKeys } from './config.keys.ts';
import { type MailConfig, readMail } from './config.mail.ts';
import { type MediaConfig, readMediaStore } from './config.media.ts';
import { readCountryHeader, readMetrics, readTracesUrl, readTrustProxy } from './config.network.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The fields of the operator's Google service account that sending a push needs. */
const serviceAccount = v.object({
  project_id: v.pipe(v.string(), v.minLength(1)),
  client_email: v.pipe(v.string(), v.minLength(1)),
  private_key: v.pipe(v.string(), v.startsWith('-----BEGIN')),
  token_uri: v.optional(v.pipe(v.string(), v.url())),
});
export type ServiceAccount = v.InferOutput<typeof serviceAccount>;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** null: the embedded Postgres under `dataDir` */
  readonly databaseUrl: string | null;
  /** connections to the database that the server may hold at once */
  readonly databasePool: number;
  /** how long the server waits for its database when it starts, in ms */
  readonly databaseWaitMs: number;
  /** how long a server goes on answering after a signal to end, in ms */
  readonly drainMs: number;
  /** absolute */
  readonly dataDir: string;
  /** absolute folder to which the embedded database's log is archived; null: not archived */
  readonly archiveDir: string | null;
  /** keys that seal payout accounts and e-mails in the database */
  readonly dataKeys: KeyConfig;
  /** absolute; null: the demo's own clips */
  readonly demoClipsDir: string | null;
  /** origin of links to the app, no slash at the end */
  readonly publicUrl: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** the proxies whose `x-forwarded-for` is trusted: false: none, true: all, or these addresses */
  readonly trustProxy: boolean | string[];
  /** the header in which a trusted proxy names a visitor's country, in lower case; null: none */
  readonly countryHeader: string | null;
  /** port and address of `/metrics`; null: not served */
  readonly metrics: { readonly port: number; readonly host: string } | null;
  /** URL for traces, as OTLP in JSON; null: nothing is traced */
  readonly tracesUrl: string | null;
  /** settings with which the app asks for push by Firebase; null: not set up, or no `serviceAccount` sends it */
  readonly push: { readonly firebase: Record<string, string>; readonly vapid_key: string } | null;
  /** account that sends push by FCM; null: nothing is sent by FCM */
  readonly serviceAccount: ServiceAccount | null;
  readonly fcmBaseUrl: string;
  /** push services beside those of the well-known browsers: `host[:port]` */
  readonly webPushHosts: readonly string[];
  /** null: no mail is sent */
  readonly mail: MailConfig | null;
  /** the bucket for media; null: they are under `dataDir` */
  readonly mediaStore: MediaConfig | null;
}

/**
 * Reads the environment once and checks all of it.
 * @throws ConfigError with one line that names the first bad value
 */
export function readConfig(env: Environment): Config {
  const port = readPort(env, 'PORT') ?? 4173;
  const host = read(env, 'HOST') ?? '127.0.0.1';
  const push = readPush(env);
  const serviceAccount = readServiceAccount(env);
  const dataDir = resolve(read(env, 'DATA_DIR') ?? './data');
  return {
    port,
    host,
    databaseUrl: readDatabaseUrl(env),
    databasePool: readDatabasePool(env),
    databaseWaitMs: readSeconds(env, 'DATABASE_WAIT', 30, 9_999) * 1_000,
    drainMs: readSeconds(env, 'DRAIN_SECONDS', 0, 60) * 1_000,
    dataDir,
    archiveDir: readArchiveDir(env, dataDir),
    dataKeys: readDataKeys(env, dataDir),
    demoClipsDir: readDemoClipsDir(env),
    publicUrl: readOrigin(env, 'PUBLIC_URL') ?? originOf(host, port),
    logLevel: readLogLevel(env),
    trustProxy: readTrustProxy(env),
    countryHeader: readCountryHeader(env),
    metrics: readMetrics(env),
    tracesUrl: readTracesUrl(env),
    // without a sender, the app would ask people for the permission in vain
    push: serviceAccount === null ? null : push,
    serviceAccount,
    fcmBaseUrl: readOrigin(env, 'FCM_BASE_URL') ?? 'https://fcm.googleapis.com',
    webPushHosts: readHosts(env, 'WEB_PUSH_HOSTS'),
    mail: readMail(env),
    mediaStore: readMediaStore(env),
  };
}

/** Origin at which a person on this machine opens the app. */
export function originOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function readLogLevel(env: Environment): Config['logLevel'] {
  const text = read(env, 'LOG_LEVEL') ?? 'warn';
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw invalid('LOG_LEVEL', `must be one of ${LOG_LEVELS.join(', ')}`);
  return level;
}

function readDatabaseUrl(env: Environment): string | null {
  const text = read(env, 'DATABASE_URL');
  return text === undefined ? null : checkDatabaseUrl('DATABASE_URL', text);
}

/**
 * @param name the variable or option that has the URL: errors show the name, never the URL with its password
 * @returns the URL
 * @throws ConfigError unless the driver can use it as the URL of a Postgres
 */
export function checkDatabaseUrl(name: string, url: string): string {
  // the URL of a socket has no host, and no URL parser accepts it
  if (!/^postgres(ql)?:\/\/\S+$/.test(url)) {
    throw invalid(name, 'must be a URL such as postgres://user:password@host:5432/database');
  }
  if (!isReadable(url)) {
    throw invalid(
      name,
      'is no URL: percent-encode the special characters in its password (# is %23, / is %2F, ? is %3F)',
    );
  }
  return url;
}

function readDatabasePool(env: Environment): number {
  const text = read(env, 'DATABASE_POOL') ?? '20';
  const connections = Number(text);
  // one is not enough: a call in a transaction may need another connection
  if (!/^\d{1,4}$/.test(text) || connections < 2 || connections > 1000) {
    throw invalid('DATABASE_POOL', 'must be a number from 2 to 1000');
  }
  return connections;
}

/** Whether the driver can parse the URL, and uses all of it: it would silently ignore everything after a `#`. */
function isReadable(databaseUrl: string): boolean {
  try {
    new pg.Client({ connectionString: databaseUrl });
    return !databaseUrl.includes('#');
  } catch (error) {
    // a certificate of the URL may be missing: this is reported when the database is opened
    return !(error instanceof TypeError);
  }
}

function readDemoClipsDir(env: Environment): string | null {
  const path = read(env, 'DEMO_CLIPS_DIR');
  if (path === undefined) return null;
  try {
    readdirSync(path);
  } catch {
    throw invalid('DEMO_CLIPS_DIR', 'must be a folder that this user can read');
  }
  return resolve(path);
}

function readOrigin(env: Environment, name: string): string | undefined {
  const text = read(env, name);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const plain =
    url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!plain || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw invalid(name, 'must be an address such as https://clips.example, without a path');
  }
  return url.origin;
}

function readHosts(env: Environment, name: string): string[] {
  const hosts = (read(env, name)?.split(',') ?? []).map((host) => host.trim());
  if (!hosts.every((host) => URL.parse(`https://${host}`)?.host === host)) {
    throw invalid(name, 'must be hosts such as push.clips.example,127.0.0.1:8443');
  }
  return hosts;
}

function readPush(env: Environment): Config['push'] {
  const text = read(env, 'FIREBASE_WEB_CONFIG');
  const vapidKey = read(env, 'FIREBASE_VAPID_KEY');
  if (text === undefined && vapidKey === undefined) return null;
  if (text === undefined)
    throw invalid('FIREBASE_WEB_CONFIG', 'is missing: FIREBASE_VAPID_KEY needs it');
  const firebase = v.safeParse(v.record(v.string(), v.string()), parseJson(text));
  if (!firebase.success || firebase.output.apiKey === undefined) {
    throw invalid('FIREBASE_WEB_CONFIG', 'must be a JSON object of texts with an apiKey');
  }
  if (vapidKey === undefined)
    throw invalid('FIREBASE_VAPID_KEY', 'is missing: FIREBASE_WEB_CONFIG needs it');
  if (!/^[A-Za-z0-9_-]{80,100}$/.test(vapidKey)) {
    throw invalid('FIREBASE_VAPID_KEY', 'must be the web push key that the Firebase console shows');
  }
  return { firebase: firebase.output, vapid_key: vapidKey };
}

function readServiceAccount(env: Environment): ServiceAccount | null {
  const path = read(env, 'FIREBASE_SERVICE_ACCOUNT');
  if (path === undefined) return null;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw invalid('FIREBASE_SERVICE_ACCOUNT', 'must be a file that this user can read');
  }
  const account = v.safeParse(serviceAccount, parseJson(text));
  if (!account.success) {
    throw invalid('FIREBASE_SERVICE_ACCOUNT', 'must be the JSON key file of a service account');
  }
  return account.output;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
