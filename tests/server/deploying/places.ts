import { freePort } from '../../postgres/free-port.ts';
/** A directory that replaces a bare machine’s `/`, and free ports. */
export interface Places {
  readonly root: string;
  readonly ports: Readonly<Record<'server' | 'metrics' | 'http' | 'https', number>>;
}

/** The host name of the test’s installation: the test’s certificate is for this machine. */
export const NAME = 'localhost';

export async function choosePlaces(root: string): Promise<Places> {
  const [server, metrics, http, https] = [
    ...[await freePort(), await freePort(), await freePort(), await freePort()],
  ] as [number, number, number, number];
  return { root, ports: { server, metrics, http, https } };
}

/** Adapts a line of the page, or a file of `deploy/`, to the test’s places. */
export function adapt(text: string, { root, ports }: Places): string {
  return text
    .replaceAll(
      /(?<=^|[\s='">])\/(opt|srv|var|etc|usr\/local|root|run)(?=[/\s;]|$)/gm,
      `${root}/$1`,
    )
    .replaceAll('127.0.0.1:4173', `127.0.0.1:${ports.server}`)
    .replaceAll('127.0.0.1:9464', `127.0.0.1:${ports.metrics}`)
    .replace(/^PORT=4173$/m, `PORT=${ports.server}`)
    .replace(/^METRICS_PORT=9464$/m, `METRICS_PORT=${ports.metrics}`);
}

/** Adapts nginx’s files, the only way to set its ports and writable folders. */
export function adaptNginx(text: string, places: Places): string {
  const { root, ports } = places;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${root}/var/lib/nginx/${name};`)
    .join(' ');
  return adapt(text, places)
    .replaceAll(/^\s*listen \[::\]:.*$/gm, '')
    .replaceAll(/listen 80(?= default_server|;)/g, `listen 127.0.0.1:${ports.http}`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace(/^http \{$/m, `http { ${temporary}`)
    .replace(/^pid /m, 'daemon off; pid ');
}

/** Adapts the Caddyfile, the only way to set Caddy’s ports. */
export const adaptCaddy = (text: string, places: Places): string =>
  adapt(text, places).replace(
    /^\{$/m,
    `{\nadmin off\nskip_install_trust\nhttp_port ${places.ports.http}\nhttps_port ${places.ports.https}`,
  );
