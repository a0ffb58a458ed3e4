import { lookup } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../command.ts';

/** Idle timeout of a connection. */
const IDLE_MS = 30_000;
/**
 * Total timeouts: otherwise a server that sends single bytes could delay a command for so long that another
 * command removes its draft as abandoned.
 */
const JSON_MS = 60_000;
const FILE_MS = 3_600_000;
const MAX_REDIRECTS = 3;
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Private networks, which a foreign server has no reason to name. */
const inner = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
    ...['172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ],
  ipv6: [
    ...['::/96', '::ffff:0:0/96', '64:ff9b::/32', '2002::/16', 'fc00::/7', 'fe80::/9', 'ff00::/8'],
  ],
};

// one list for each type: in a common list, ::ffff:0:0/96 would contain every IPv4 address
function listOf(type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of inner[type]) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), type);
  }
  return list;
}
const lists = { ipv4: listOf('ipv4'), ipv6: listOf('ipv6') };

export function isPrivateAddress(address: string): boolean {
  const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return lists[type].check(address, type);
}

/** Looks up a name, and refuses addresses of private networks. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, options, (error, found, family) => {
    const all = typeof found === 'string' ? [found] : found?.map(({ address }) => address);
    const refused = all?.find(isPrivateAddress);
    callback(
      error ?? (refused ? new Error(`${host} is ${refused}, which is no public address`) : null),
      found,
      family,
    );
  });
};

/** The instance that the operator named: its own URLs may be in any network. */
export interface Instance {
  readonly origin: string;
  readonly signal?: AbortSignal | undefined;
}

/** @throws OperatorError for a URL that an instance has no reason to name */
function checkAddress(url: URL, { origin }: Instance): void {
  if (url.origin === origin) return;
  if (url.protocol !== 'https:') throw new OperatorError(`${url} is no https address`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && isPrivateAddress(host)) throw new OperatorError(`${url} is no public address`);
}

function request(url: URL, { origin, signal }: Instance): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  const guard = url.origin === origin ? {} : { lookup: publicLookup };
  return new Promise((resolve, reject) => {
    const sent = get(url, { ...guard, ...(signal && { signal }), timeout: IDLE_MS }, resolve);
    sent.on('timeout', () =>
      sent.destroy(new Error(`the server sent nothing for ${IDLE_MS / 1000} s`)),
    );
    sent.on('error', reject);
  });
}

/** @throws OperatorError unless the answer is 200, after at most three redirects */
async function open(address: string, instance: Instance): Promise<IncomingMessage> {
  let url = URL.parse(address);
  for (let redirects = 0; url && redirects <= MAX_REDIRECTS; redirects += 1) {
    checkAddress(url, instance);
    const answer = await request(url, instance).catch((error: Error) => {
      instance.signal?.throwIfAborted();
      throw new OperatorError(`${url} cannot be fetched: ${error.message}`);
    });
    if (answer.statusCode === 200) return answer;
    answer.destroy();
    const { location } = answer.headers;
    if (!location || Math.floor((answer.statusCode ?? 0) / 100) !== 3) {
      throw new OperatorError(`${url} answers ${answer.statusCode}`);
    }
    url = URL.parse(location, url);
  }
  throw new OperatorError(
    url ? `${address} redirects more than ${MAX_REDIRECTS} times` : `${address} is no address`,
  );
}

/** Passes bytes on, and fails when there are more than `most`. */
function limited(address: string, most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(
        bytes > most ? new OperatorError(`${address} sends more than ${most} bytes`) : null,
        chunk,
      );
    },
  });
}

/** Aborts work after a timeout. */
async function within<Result>(
  ms: number,
  address: string,
  instance: Instance,
  work: (bound: Instance) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const why = new OperatorError(`${address} takes more than ${ms / 1_000} s`);
  const timer = setTimeout(() => late.abort(why), ms);
  const signals = [late.signal, ...(instance.signal ? [instance.signal] : [])];
  try {
    return await work({ ...instance, signal: AbortSignal.any(signals) });
  } finally {
    clearTimeout(timer);
  }
}

/** Streams the answer of a URL into a target, within limits. */
const fetchThrough = (
  address: string,
  instance: Instance,
  { most, ms }: { most: number; ms: number },
  target: Writable,
): Promise<void> =>
  within(ms, address, instance, async (bound) => {
    const answer = await open(address, bound);
    await pipeline(answer, limited(address, most), target).catch((error: Error) => {
      bound.signal?.throwIfAborted();
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(`the download of ${address} ended too early: ${error.message}`);
    });
  });

/** @throws OperatorError unless the answer is JSON of a sensible size */
export async function fetchJson(address: string, instance: Instance): Promise<unknown> {
  const parts: Buffer[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk);
      done();
    },
  });
  await fetchThrough(address, instance, { most: MAX_JSON_BYTES, ms: JSON_MS }, target);
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw new OperatorError(`the answer of ${address} is no JSON`);
  }
}

interface Download {
  readonly path: string;
  /** size of the whole file, according to the instance */
  readonly bytes: number;
  readonly ms?: number;
}

/**
 * Downloads a URL into a file.
 * @throws OperatorError when bytes are missing: a broken connection may look like the file's end
 */
export async function download(
  address: string,
  { path, bytes, ms = FILE_MS }: Download,
  instance: Instance,
): Promise<void> {
  const target = createWriteStream(path);
  await fetchThrough(address, instance, { most: bytes, ms }, target);
  if (target.bytesWritten < bytes) {
    throw new OperatorError(`${address} sends only ${target.bytesWritten} of ${bytes} bytes`);
  }
}
