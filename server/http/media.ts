import { mkdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config.environment.ts';
import type { Config } from '../config.ts';
import { publicMediaUrl } from '../domain/media-addresses.ts';
import { notFound } from './faults.ts';
import type { PageCache } from './page-cache.ts';

/** Cache of the URLs that were taken down; null: not loaded. */
export type TakenDownCache = PageCache<'all', ReadonlySet<string>>;

/** A name that needs no encoding in a URL. */
const PLAIN_NAME = /^[\w-]+\.\w+$/;
/** Names of files of clips and ads; no other file in these folders is served. */
const MEDIA_FILE = /^[^.][^/]*\.(mp4|m4v|webm|webp|avif|jpe?g|png|vtt)$/;

/**
 * Serves `/media/clips/*`: the demo's clips; and `/media/*`: the operator's, from `DATA_DIR/media`, or by
 * a redirect to the bucket. A file never changes under its name, so it is cached for ever; byte ranges are
 * supported. Media that were taken down are not found, on every server process within two seconds.
 * @throws ConfigError when the operator's folder cannot be made
 */
export async function serveMedia(
  app: FastifyInstance,
  { dataDir, mediaStore, publicUrl }: Pick<Config, 'dataDir' | 'mediaStore' | 'publicUrl'>,
  demoClips: string,
  gone: TakenDownCache,
): Promise<void> {
  const operatorFiles = join(dataDir, 'media');
  await mkdir(operatorFiles, { recursive: true }).catch(() => {
    throw new ConfigError('DATA_DIR must be a folder that this user may write');
  });
  let addresses: ReadonlySet<string> = new Set();
  const folders = [
    { prefix: '/media/clips/', root: demoClips },
    ...(mediaStore === null ? [{ prefix: '/media/', root: operatorFiles }] : []),
  ];
  // at this server's URL, a CDN sends requests to the bucket: a redirect would lead back here
  const isHere = mediaStore === null || mediaStore.publicUrl === `${publicUrl}/media`;
  if (!isHere) redirectToBucket(app, mediaStore.publicUrl, () => addresses);
  app.addHook('onRequest', async () => {
    addresses = (await gone.get('all')) ?? addresses;
  });
  for (const folder of folders) {
    await app.register(fastifyStatic, {
      ...folder,
      decorateReply: false,
      index: false,
      dotfiles: 'ignore',
      maxAge: '1y',
      immutable: true,
      allowedPath: (path) =>
        path.split('/').every(isMediaPart) && !addresses.has(posix.normalize(folder.prefix + path)),
    });
  }
}

/** Redirects to the bucket: old pages and links that people have stored name this server. */
function redirectToBucket(
  app: FastifyInstance,
  mediaUrl: string,
  gone: () => ReadonlySet<string>,
): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    handler: ({ params: { name }, url }, reply) => {
      const address = `/media/${name}`;
      const isFile = PLAIN_NAME.test(name) && MEDIA_FILE.test(name);
      if (!isFile || gone().has(address)) return notFound(reply);
      const query = url.slice(url.split('?', 1)[0]?.length);
      reply.header('cache-control', 'no-store');
      return reply.redirect(publicMediaUrl(mediaUrl, address) + query, 302);
    },
  });
}

/** Whether a part of a path may be served: a folder whose name begins with no dot, and a media file at the end. */
function isMediaPart(part: string, index: number, parts: readonly string[]): boolean {
  if (index < parts.length - 1) return !part.startsWith('.');
  return MEDIA_FILE.test(part);
}
