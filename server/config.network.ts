import { isIP } from 'node:net';
import { type Environment, invalid, read, readPort } from './config.environment.ts';

export function readMetrics(env: Environment): { port: number; host: string } | null {
  const port = readPort(env, 'METRICS_PORT');
  const host = read(env, 'METRICS_HOST');
  if (port === undefined && host !== undefined) {
    throw invalid('METRICS_PORT', 'is missing: METRICS_HOST needs it');
  }
  return port === undefined ? null : { port, host: host ?? '127.0.0.1' };
}

/** @returns the URL at which the collector takes traces over HTTP */
export function readTracesUrl(env: Environment): string | null {
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const text = read(env, name);
  if (text === undefined) return null;
  const url = URL.parse(text);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!isPlain || url.search !== '' || url.hash !== '') {
    throw invalid(name, 'must be an address such as http://127.0.0.1:4318');
  }
  return `${url.href.replace(/\/$/, '')}/v1/traces`;
}

export function readTrustProxy(env: Environment): boolean | string[] {
  const text = read(env, 'TRUST_PROXY');
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  const addresses = text.split(',').map((part) => part.trim());
  if (!addresses.every(isNetwork)) {
    throw invalid(
      'TRUST_PROXY',
      'must be true, false, or addresses such as 10.0.0.0/8,192.168.1.5',
    );
  }
  return addresses;
}

export function readCountryHeader(env: Environment): string | null {
  const name = read(env, 'COUNTRY_HEADER')?.toLowerCase();
  if (name === undefined) return null;
  if (!/^[a-z0-9-]+$/.test(name)) {
    throw invalid('COUNTRY_HEADER', 'must be the name of a header such as cf-ipcountry');
  }
  if (readTrustProxy(env) === false) {
    throw invalid('COUNTRY_HEADER', 'needs TRUST_PROXY, which names the proxy');
  }
  return name;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined ||
    (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** Whether the host of a URL is this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  (isIP(hostname) === 4 && /^127\./.test(hostname));
