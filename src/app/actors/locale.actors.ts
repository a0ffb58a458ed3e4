import type { Messages } from '@lingui/core';
import { directionOf, linkedLanguage } from '../../../contract/languages.ts';
import { localeMachine } from '../../../machines/locale.machine.ts';
import { activateLanguage, loadMessages, offeredLanguages } from '../../i18n/catalogues.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

/** The language: its cookie, its texts, and the attributes of the document. */
function provideLocale({ language }: Effects) {
  const loaded = new Map<string, Messages>();
  return localeMachine.provide({
    actors: promises(localeMachine, {
      readPreference: async () => ({
        saved: language.read(),
        preferred: [linkedLanguage(location.search), ...navigator.languages],
      }),
      loadTexts: async ({ input: { locale } }) => {
        loaded.set(locale, await loadMessages(locale));
      },
    }),
    actions: {
      saveChoice: ({ context }) => language.write(context.active),
      activate: ({ context: { active } }) => {
        if (!active) return;
        activateLanguage(active, loaded.get(active));
        document.documentElement.lang = active;
        document.documentElement.dir = directionOf(active);
      },
    },
  });
}

export const startLocale: Start = (effects) => ({
  id: 'locale',
  logic: provideLocale(effects),
  readInput: () => ({ supported: offeredLanguages.map(({ tag }) => tag) }),
});
