import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findProgram, type ProxyName } from '../../../scripts/debian-programs.ts';
import { freePort } from '../../postgres/free-port.ts';
import { CERTIFICATE } from '../certificate.ts';
import { ask } from './tls-client.ts';

const deploy = join(import.meta.dirname, '../../../deploy');

/** A real proxy with the project's own configuration, in front of a server. */
export interface TlsProxy {
  /** `https://localhost:PORT` */
  readonly url: string;
  /** its HTTP address, which redirects to HTTPS */
  readonly plainUrl: string;
  /** the authority that signed its certificate */
  readonly ca: string;
  close(): Promise<void>;
}

interface Place {
  readonly program: string;
  readonly folder: string;
  readonly http: number;
  readonly https: number;
  /** HOST:PORT of the server behind the proxy */
  readonly server: string;
}

/** @throws when the text to replace is missing: the test would run with the operator's value */
function replace(text: string, pairs: readonly (readonly [RegExp, string])[]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!from.test(changed)) throw new Error(`${from} is not in the configuration`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Starts nginx with deploy/nginx.conf inside `http`, where an operator's nginx.conf includes the file. */
async function startNginx({ program, folder, http, https, server }: Place): Promise<ChildProcess> {
  const key = CERTIFICATE.replace('.cert.', '.key.');
  const site = replace(await readFile(join(deploy, 'nginx.conf'), 'utf8'), [
    [/\S+fullchain\.pem/g, CERTIFICATE],
    [/\S+privkey\.pem/g, key],
    [/clips\.example/g, 'localhost'],
    [/127\.0\.0\.1:4173/g, server],
    [/\/var\/lib\/nginx/g, folder],
    [/\/var\/www\/html/g, folder],
    [/listen \[::\]:\d+[^;]*;/g, ''],
    [/listen 80;/g, `listen 127.0.0.1:${http};`],
    [/listen 443 /g, `listen 127.0.0.1:${https} `],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http { ${temporary}
${site} }`;
  await writeFile(join(folder, 'nginx.conf'), main);
  return spawn(program, ['-p', folder, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Starts Caddy, which makes its own certificate for `localhost`. */
async function startCaddy({ program, folder, http, https, server }: Place): Promise<ChildProcess> {
  const text = replace(await readFile(join(deploy, 'Caddyfile'), 'utf8'), [
    [/clips\.example/g, 'localhost'],
    [/127\.0\.0\.1:4173/g, server],
    [/^\{$/gm, `{\nadmin off\nskip_install_trust\nhttp_port ${http}\nhttps_port ${https}`],
  ]);
  await writeFile(join(folder, 'Caddyfile'), text);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn(program, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    ...{ env, stdio: ['ignore', 'ignore', 'pipe'] },
  });
}

const kinds = {
  nginx: { start: startNginx, ca: () => CERTIFICATE },
  caddy: {
    start: startCaddy,
    ca: (folder: string) => join(folder, 'caddy/pki/authorities/local/root.crt'),
  },
};

/** @param server HOST:PORT of the server behind the proxy; with nginx also `A;\nserver B` for several */
export async function startTlsProxy(name: ProxyName, server: string): Promise<TlsProxy> {
  const folder = await mkdtemp(`/tmp/clipurse-${name}-`);
  const [http, https] = [await freePort(), await freePort()];
  const { start, ca } = kinds[name];
  const child = await start({ program: findProgram(name) ?? '', folder, http, https, server });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close');
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  };
  const url = `https://localhost:${https}`;
  try {
    const authority = await vi.waitFor(async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
      const file = await readFile(ca(folder), 'utf8');
      await ask(`${url}/healthz`, { ca: file });
      return file;
    }, 30_000);
    return { url, plainUrl: `http://localhost:${http}`, ca: authority, close };
  } catch (error) {
    await close();
    throw new Error(`${name} does not answer: ${said}`, { cause: error });
  }
}
