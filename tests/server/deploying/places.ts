import { freePort } from '../../postgres/free-port.ts';
/** A plain directory in the place of a bare machine's `/`, and ports that are free here. */
export interface Places {
  readonly root: string;
  readonly ports: Readonly<Record<'server' | 'metrics' | 'http' | 'https', number>>;
}

/** The name under which the test installs: its certificate is of this machine. */
export const NAME = 'localhost';

export async function choosePlaces(root: string): Promise<Places> {
  const [server, metrics, http, https] = [
    ...[await freePort(), await freePort(), await freePort(), await freePort()],
  ] as [number, number, number, number];
  return { root, ports: { server, metrics, http, https } };
}

/** A line of the page, or a file of `deploy/`, for the places of the test. */
export function moved(text: string, { root, ports }: Places): string {
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

/** nginx' own file and sites: it is told its ports, and where it may write, in these alone. */
export function movedNginx(text: string, places: Places): string {
  const { root, ports } = places;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${root}/var/lib/nginx/${name};`)
    .join(' ');
  return moved(text, places)
    .replaceAll(/^\s*listen \[::\]:.*$/gm, '')
    .replaceAll(/listen 80(?= default_server|;)/g, `listen 127.0.0.1:${ports.http}`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace(/^http \{$/m, `http { ${temporary}`)
    .replace(/^pid /m, 'daemon off; pid ');
}

/** Caddy is told its ports in this file alone, and asks no authority for the name of this machine. */
export const movedCaddy = (text: string, places: Places): string =>
  moved(text, places).replace(
    /^\{$/m,
    `{\nadmin off\nskip_install_trust\nhttp_port ${places.ports.http}\nhttps_port ${places.ports.https}`,
  );
