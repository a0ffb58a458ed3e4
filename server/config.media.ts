import { type Environment, invalid, read, readSeconds } from './config.environment.ts';
import { isLoopback } from './config.network.ts';

/** A bucket for the media in a store that speaks S3. */
export interface MediaConfig {
  /** origin of the store's S3 interface */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** URL of the bucket's `media/` folder for browsers, no slash at the end */
  readonly publicUrl: string;
  /** how long a command that adds media waits for a store that does not answer, in ms */
  readonly waitMs: number;
}

const NAMES = [
  ...['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  'MEDIA_URL',
] as const;

/** @returns null: media lie under DATA_DIR. @throws ConfigError */
export function readMediaStore(env: Environment): MediaConfig | null {
  const given = [...NAMES, 'S3_REGION', 'MEDIA_WAIT'].find((name) => read(env, name) !== undefined);
  if (given === undefined) return null;
  const need = (name: (typeof NAMES)[number]): string => {
    const value = read(env, name);
    if (value === undefined) throw invalid(name, `is missing: ${given} needs it`);
    return value;
  };
  return {
    endpoint: readEndpoint(need('S3_ENDPOINT')),
    bucket: readBucket(need('S3_BUCKET')),
    region: readRegion(read(env, 'S3_REGION') ?? 'us-east-1'),
    accessKeyId: need('S3_ACCESS_KEY_ID'),
    secretAccessKey: need('S3_SECRET_ACCESS_KEY'),
    publicUrl: readMediaUrl(need('MEDIA_URL')),
    waitMs: readSeconds(env, 'MEDIA_WAIT', 60, 9_999) * 1_000,
  };
}

const isPlain = ({ protocol, username, password, search, hash }: URL) =>
  /^https?:$/.test(protocol) && username + password + search + hash === '';

function readEndpoint(text: string): string {
  const url = URL.parse(text);
  if (url && isPlain(url) && url.pathname === '/') return url.origin;
  throw invalid(
    'S3_ENDPOINT',
    'must be an address such as https://s3.eu-central-1.amazonaws.com, without the bucket',
  );
}

function readBucket(text: string): string {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)) return text;
  throw invalid('S3_BUCKET', 'must be the name of a bucket, such as my-clips');
}

function readRegion(text: string): string {
  if (/^[\w-]{1,40}$/.test(text)) return text;
  throw invalid('S3_REGION', 'must be the name of a region, such as eu-central-1 or auto');
}

/** The app loads media by https only; a store on this machine is allowed for trials. */
function readMediaUrl(text: string): string {
  const url = URL.parse(text);
  if (url && isPlain(url) && (url.protocol === 'https:' || isLoopback(url.hostname))) {
    return url.origin + url.pathname.replace(/\/+$/, '');
  }
  throw invalid(
    'MEDIA_URL',
    'must be an address that begins with https:, such as https://media.clips.example',
  );
}
