import { themeMachine } from '../../../machines/theme.machine.ts';
import { together } from '../../ports/listen.ts';
import { showScheme, systemScheme, watchSystemScheme } from '../../ports/scheme.ts';
import { listeners } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

/** The theme: the stored choice, the system's scheme, and the document's attributes. */
function provideTheme({ storage }: Effects) {
  return themeMachine.provide({
    actors: listeners(themeMachine, {
      watchScheme: ({ sendBack }) =>
        together(
          watchSystemScheme((scheme) => sendBack({ type: 'system.schemeChanged', scheme })),
          storage.watchScheme((scheme) => sendBack({ type: 'choice.changed', scheme })),
        ),
    }),
    actions: {
      applyScheme: (_, { scheme, at }) => showScheme(scheme, at),
      storeScheme: (_, scheme) => storage.scheme.write(scheme),
    },
  });
}

export const startTheme: Start = (effects) => ({
  id: 'theme',
  logic: provideTheme(effects),
  readInput: () => ({ stored: effects.storage.scheme.read(), system: systemScheme() }),
});
