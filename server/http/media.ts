import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config.environment.ts';

/** What a clip or an advertisement consists of; nothing else in these folders is served. */
const MEDIA_FILE = /^[^.][^/]*\.(mp4|m4v|webm|webp|avif|jpe?g|png|vtt)$/;

/**
 * `/media/clips/*`: the demo's clips; `/media/*`: the operator's, under `DATA_DIR/media`.
 * A file never changes under its name, so it is cached for ever; byte ranges are answered.
 * @throws ConfigError when the operator's folder cannot be made
 */
export async function serveMedia(
  app: FastifyInstance,
  dataDir: string,
  demoClips: string,
): Promise<void> {
  const operatorFiles = join(dataDir, 'media');
  await mkdir(operatorFiles, { recursive: true }).catch(() => {
    throw new ConfigError('DATA_DIR must be a folder that this user may write');
  });
  const folders = [
    { prefix: '/media/clips/', root: demoClips },
    { prefix: '/media/', root: operatorFiles },
  ];
  for (const folder of folders) {
    await app.register(fastifyStatic, {
      ...folder,
      decorateReply: false,
      index: false,
      dotfiles: 'ignore',
      maxAge: '1y',
      immutable: true,
      allowedPath: (path) => path.split('/').every(isMediaPart),
    });
  }
}

/** Folders may have any plain name; the last part is a file and must look like one. */
function isMediaPart(part: string, index: number, parts: readonly string[]): boolean {
  if (index < parts.length - 1) return !part.startsWith('.');
  return MEDIA_FILE.test(part);
}
