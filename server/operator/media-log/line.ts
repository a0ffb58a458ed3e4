/** A request, as a line of an access log shows it. */
export interface LoggedRequest {
  readonly at: Date;
  /** empty, like the address, when the client sent something that is not HTTP */
  readonly method: string;
  /** path and query */
  readonly address: string;
  readonly status: number;
  /** size of the answer's body; 0: it is empty, or the log does not contain its size */
  readonly bytes: number;
}

/**
 * `1.2.3.4 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 2326`, and any text after it. The part
 * before the time matches no unescaped quote, and the time no bracket: else lines that strangers can write
 * would cause backtracking for minutes.
 */
const COMMON = /^\S+ (?:[^"\\]|\\.)*?\[([^\][]+)\] "(.*?)" (\d{3}) (\d+|-)(?:\s|$)/;
const COMMON_TIME = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Names of each field in the logs of nginx, Caddy, Cloudflare and Fastly. */
const NAMES = {
  at: ['time', 'ts', 'timestamp', 'time_iso8601', 'time_local', 'msec', 'EdgeStartTimestamp'],
  method: ['method', 'request_method', 'ClientRequestMethod'],
  address: ['uri', 'request_uri', 'url', 'path', 'ClientRequestURI'],
  status: ['status', 'EdgeResponseStatus', 'response_status'],
  bytes: ['size', 'bytes', 'body_bytes_sent', 'bytes_sent', 'EdgeResponseBytes'],
} as const;

function commonTime(text: string): Date {
  const [, day, month = '', year, time, hours, minutes] = COMMON_TIME.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
  return new Date(`${year}-${number}-${day}T${time}${hours}:${minutes}`);
}

/** Reads seconds, milli-, micro- or nanoseconds since 1970: the size decides; no request is older than 1990. */
function unixTime(number: number): Date {
  const unit = [1e18, 1e15, 1e12].findIndex((least) => number >= least / 2);
  return new Date(number / ([1e6, 1e3, 1][unit] ?? 1e-3));
}

/** ISO 8601; a time without a zone is UTC. */
const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:[.,]\d+)?) ?(Z|[+-]\d\d:?\d\d)?$/;

function isoTime(text: string): Date {
  const [, day, time, zone = 'Z'] = ISO_TIME.exec(text) ?? [];
  return new Date(`${day}T${time?.replace(',', '.')}${zone}`);
}

function timeOf(value: unknown): Date {
  const isNumber = typeof value === 'number' || /^\d+(\.\d+)?$/.test(String(value));
  if (isNumber) return unixTime(Number(value));
  const text = String(value ?? '');
  return COMMON_TIME.test(text) ? commonTime(text) : isoTime(text);
}

/** Reads `GET /a HTTP/1.1`. A client may send other text: both fields are empty then, and the line counts. */
function requestOf(text: string): { method: string; uri: string } {
  const [, method = '', uri = ''] = /^(\S+) (\S+)/.exec(text) ?? [];
  return { method, uri };
}

/** Reads the fields of a JSON line. Caddy has the request in an object `request`, nginx often in one string. */
function fieldsOf(text: string): Record<string, unknown> | null {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof line !== 'object' || line === null) return null;
  const { request, ...fields } = line as Record<string, unknown>;
  if (typeof request === 'object') return { ...fields, ...request };
  return typeof request === 'string' ? { ...requestOf(request), ...fields } : fields;
}

function jsonLine(text: string): LoggedRequest | null {
  const fields = fieldsOf(text);
  if (!fields) return null;
  const fieldOf = (name: keyof typeof NAMES) =>
    NAMES[name].map((each) => fields[each]).find((value) => value !== undefined && value !== null);
  const [method, address] = [fieldOf('method'), fieldOf('address')];
  if (method === undefined || address === undefined) return null;
  return {
    at: timeOf(fieldOf('at')),
    method: String(method),
    address: String(address),
    status: Number(fieldOf('status')),
    bytes: Number(fieldOf('bytes') ?? 0),
  };
}

function commonLine(text: string): LoggedRequest {
  const [, at = '', request = '', status, bytes] = COMMON.exec(text) ?? [];
  const { method, uri } = requestOf(request);
  const size = bytes === '-' ? 0 : Number(bytes);
  return { at: commonTime(at), method, address: uri, status: Number(status), bytes: size };
}

/**
 * Reads a line of an access log: common or combined format, or JSON.
 * @returns null for any other line
 */
export function readLine(text: string): LoggedRequest | null {
  const line = text.startsWith('{') ? jsonLine(text) : commonLine(text);
  if (!line) return null;
  const isWhole = Number.isInteger(line.status) && Number.isFinite(line.bytes);
  if (!isWhole || Number.isNaN(line.at.getTime())) return null;
  return { ...line, address: line.address.replace(/^https?:\/\/[^/]*/, '') };
}
