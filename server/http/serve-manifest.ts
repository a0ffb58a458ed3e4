import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sourceLanguage } from '../../contract/languages.ts';
import { type Compressed, compress, sendCompressed } from './compression.ts';
import { cataloguesIn, languageOf } from './languages.ts';
import {
  MANIFEST_PATH,
  MANIFEST_WORDS,
  type ManifestWords,
  type Operator,
  webManifest,
} from './manifest.ts';

/** Made once for each language; made again when the operator changes something. */
const QUALITY = 9;

/**
 * The manifest, in the language of the visitor's pages.
 * @param operator what is set now
 */
export function serveManifest(
  app: FastifyInstance,
  appDirectory: string,
  operator: () => Operator,
): void {
  const languages = [sourceLanguage, ...cataloguesIn(appDirectory).keys()];
  const words = wordsIn(appDirectory);
  const made = new Map<string, Compressed>();
  let current = '';
  const manifestIn = (language: string) => {
    const set = operator();
    if (JSON.stringify(set) !== current) made.clear();
    current = JSON.stringify(set);
    const existing = made.get(language);
    if (existing) return existing;
    const text = JSON.stringify(webManifest(set, language, words[language] ?? {}));
    const manifest = compress(text, QUALITY);
    made.set(language, manifest);
    return manifest;
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: MANIFEST_PATH,
    handler: (request, reply) => {
      const { cookie, 'accept-language': accepted } = request.headers;
      const language = languageOf(cookie, accepted, languages);
      reply
        .headers({
          'cache-control': 'no-cache',
          'content-language': language,
          vary: 'cookie, accept-language',
        })
        .type('application/manifest+json; charset=utf-8');
      return sendCompressed(request, reply, manifestIn(language));
    },
  });
}

/** None before the app is built. */
function wordsIn(appDirectory: string): Record<string, ManifestWords> {
  const file = join(appDirectory, MANIFEST_WORDS);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
