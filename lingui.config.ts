import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { sourceLanguage } from './src/i18n/languages.ts';

export default defineConfig({
  sourceLocale: sourceLanguage,
  locales: [sourceLanguage],
  // no line numbers: a catalogue changes when its texts do, not when code moves
  format: formatter({ lineNumbers: false }),
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'] }],
});
