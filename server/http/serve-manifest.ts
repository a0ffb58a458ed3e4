import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sourceLanguage } from '../../contract/languages.ts';
import type { AppVersion, BuiltApp } from './built-app.ts';
import { type Compressed, compress, sendCompressed } from './compression.ts';
import { cataloguesIn, languageOf } from './languages.ts';
import {
  MANIFEST_PATH,
  MANIFEST_WORDS,
  type ManifestWords,
  type Operator,
  webManifest,
} from './manifest.ts';

/** Brotli's quality: high, because each language is compressed once until the operator changes a setting. */
const QUALITY = 9;

/**
 * Serves the manifest, in the language of the visitor's pages.
 * @param operator the current settings
 */
export function serveManifest(
  app: FastifyInstance,
  built: BuiltApp,
  operator: () => Operator,
): void {
  const made = new Map<string, Compressed>();
  let current = '';
  let wordsMade: Words = {};
  const wordsOf = wordsIn(built.folder);
  const manifestIn = (language: string, words: Words) => {
    const set = operator();
    const key = JSON.stringify(set);
    if (key !== current || words !== wordsMade) made.clear();
    [current, wordsMade] = [key, words];
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
    handler: async (request, reply) => {
      const version = await built.current();
      const languages = [sourceLanguage, ...cataloguesIn(version?.files ?? []).keys()];
      const words = await wordsOf(version);
      const { cookie, 'accept-language': accepted } = request.headers;
      const language = languageOf(cookie, accepted, languages);
      reply
        .headers({
          'cache-control': 'no-cache',
          'content-language': language,
          vary: 'cookie, accept-language',
        })
        .type('application/manifest+json; charset=utf-8');
      return sendCompressed(request, reply, manifestIn(language, words));
    },
  });
}

type Words = Record<string, ManifestWords>;

/** Reads the manifest texts of the served version; none before the app is built. */
function wordsIn(folder: string): (version: AppVersion | null) => Promise<Words> {
  let read: AppVersion | null = null;
  let words: Words = {};
  return async (version) => {
    if (version === read) return words;
    const text = await readFile(join(folder, MANIFEST_WORDS), 'utf8').catch(() => '{}');
    [read, words] = [version, JSON.parse(text)];
    return words;
  };
}
