import type { Messages } from '@lingui/core';
import { fromCallback, fromPromise } from 'xstate';
import { type LocalePreference, localeMachine } from '../../../machines/locale.machine.ts';
import { themeMachine } from '../../../machines/theme.machine.ts';
import { activateLanguage, loadMessages } from '../../i18n/catalogues.ts';
import { directionOf } from '../../i18n/languages.ts';
import { showScheme } from '../../ports/scheme.ts';
import { watchSystemScheme } from '../../ports/visibility.ts';
import type { Effects } from '../effects.ts';

/** The language: its cookie, its texts, and the document that carries it. */
export function provideLocale({ language }: Effects) {
  const loaded = new Map<string, Messages>();
  return localeMachine.provide({
    actors: {
      readPreference: fromPromise<LocalePreference>(async () => ({
        saved: language.read(),
        preferred: navigator.languages,
      })),
      loadTexts: fromPromise<void, { locale: string }>(async ({ input: { locale } }) => {
        loaded.set(locale, await loadMessages(locale));
      }),
    },
    actions: {
      saveChoice: ({ context }) => language.write(context.active),
      activate: ({ context: { active } }) => {
        if (!active) return;
        const messages = loaded.get(active);
        if (messages) activateLanguage(active, messages);
        document.documentElement.lang = active;
        document.documentElement.dir = directionOf(active);
      },
    },
  });
}

/** The theme: its stored flag, the system's own, and the document that shows it. */
export function provideTheme({ storage }: Effects) {
  return themeMachine.provide({
    actors: {
      watchScheme: fromCallback(({ sendBack }) => {
        const leave = [
          watchSystemScheme((scheme) => sendBack({ type: 'system.schemeChanged', scheme })),
          storage.watchScheme((scheme) => sendBack({ type: 'choice.changed', scheme })),
        ];
        return () => {
          for (const stop of leave) stop();
        };
      }),
    },
    actions: {
      applyScheme: ({ event }, scheme) =>
        showScheme(scheme, event.type === 'dark.pressed' ? event.at : undefined),
      storeScheme: (_, scheme) => storage.scheme.write(scheme),
    },
  });
}
