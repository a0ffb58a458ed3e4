import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');
const CATALOGUE = 'src/locales/en.po';

/** Files whose texts are part of the first load; all others are one module, which is loaded after that. */
const FIRST = [
  /^src\/app\/shell\/(?!toast-region|ticker|update-notice|extras)/,
  /^src\/screens\/feed\/(?!ad-|earned|limit-dialog|more-|report-)/,
  /^src\/ui\/(button|states|reward-ring|amount|toaster)\b/,
  /^src\/i18n\/failures\.ts$/,
];

const isFirst = (file: string) => FIRST.some((pattern) => pattern.test(file));

interface Text {
  translation: string;
  /** files that contain the text */
  files: string[];
}

/** Reads every text of the app in the source language, by its id in a compiled catalogue. */
export async function readTexts(): Promise<Map<string, Text>> {
  const path = join(root, CATALOGUE);
  const parsed = await formatter({ lineNumbers: false }).parse(readFileSync(path, 'utf8'), {
    locale: 'en',
    sourceLocale: 'en',
    filename: path,
  });
  return new Map(
    Object.entries(parsed).map(([id, { translation, message, origin = [] }]) => [
      id,
      { translation: translation || message || '', files: origin.map(([file]) => file) },
    ]),
  );
}

/** Compiles the texts of one half to a module. */
async function compile(half: 'first' | 'rest'): Promise<string> {
  const texts = [...(await readTexts())]
    .filter(([, { files }]) => files.some(isFirst) === (half === 'first'))
    .map(([id, { translation }]) => [id, translation]);
  const { source, errors } = createCompiledCatalog('en', Object.fromEntries(texts), {
    namespace: 'es',
  });
  if (errors.length > 0) throw new Error(`${CATALOGUE}: ${errors.map(String).join(', ')}`);
  return source;
}

/**
 * Splits the source language into `en.po?first`, the texts of the first load, and `en.po?rest`. Every
 * other language is one request.
 */
export function splitSource(): Plugin {
  return {
    name: 'split-source-catalogue',
    enforce: 'pre',
    load: {
      filter: { id: /en\.po\?(first|rest)$/ },
      async handler(id) {
        this.addWatchFile(join(root, CATALOGUE));
        return {
          code: await compile(id.endsWith('first') ? 'first' : 'rest'),
          map: null,
          moduleType: 'js',
        };
      },
    },
    /** Fails when the first load uses a text of the rest, which would be shown as its id. */
    async generateBundle(_, bundle) {
      const texts = [...(await readTexts()).values()];
      const late = texts.filter(({ files }) => !files.some(isFirst)).flatMap(({ files }) => files);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !(chunk.isEntry || chunk.name === 'second')) continue;
        const early = chunk.moduleIds.map((id) => id.slice(root.length + 1));
        const missing = early.filter((file) => late.includes(file));
        if (missing.length > 0) {
          throw new Error(
            `texts of the first load are in the catalogue’s later part: ${missing.join(', ')}`,
          );
        }
      }
    },
  };
}
