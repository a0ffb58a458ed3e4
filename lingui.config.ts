import { existsSync } from 'node:fs';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { languages, sourceLanguage } from './contract/languages.ts';

/** A new language's catalogue comes with its first translations (`npm run i18n:import`). */
const hasCatalogue = (tag: string) => existsSync(new URL(`src/locales/${tag}.po`, import.meta.url));

export default defineConfig({
  sourceLocale: sourceLanguage,
  locales: languages.map(({ tag }) => tag).filter(hasCatalogue),
  // no line numbers: a catalogue changes when its texts do, not when code moves
  format: formatter({ lineNumbers: false }),
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'] }],
});
