import type { Plugin } from 'vite';
import { MANIFEST_WORDS, type ManifestWords, manifestTexts } from '../server/http/manifest.ts';
import { readTexts, translated } from './i18n/catalogue.ts';

/** The app's names of its tabs and pictures, in every language that translates them. */
async function manifestWords(): Promise<Record<string, ManifestWords>> {
  const languages = await Promise.all(
    translated.map(async (tag) => {
      const texts = await readTexts(tag);
      const words = manifestTexts.flatMap((text) => {
        const said = texts.get(text);
        return said ? [[text, said] as const] : [];
      });
      return [tag, Object.fromEntries(words)] as const;
    }),
  );
  return Object.fromEntries(languages);
}

/** Writes a file for the server, with those texts of the app that the web manifest repeats. */
export function writeManifestWords(): Plugin {
  return {
    name: 'manifest-words',
    apply: 'build',
    async generateBundle() {
      const source = JSON.stringify(await manifestWords());
      this.emitFile({ type: 'asset', fileName: MANIFEST_WORDS, source });
    },
  };
}
