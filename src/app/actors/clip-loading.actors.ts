import { clipLoadingMachine, type DataChoice } from '../../../machines/clip-loading.machine.ts';
import { isSavingHinted, watchSavingHints } from '../../ports/network-hints.ts';
import { watchStrain } from '../../ports/strain.ts';
import { listeners } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

/** How clips are loaded, with the browser's hints and reports of a busy phone. */
function provideClipLoading({ dataChoice }: Effects) {
  return clipLoadingMachine.provide({
    actors: listeners(clipLoadingMachine, {
      watchHints: ({ sendBack }) =>
        watchSavingHints((isHinted) => sendBack({ type: 'hint.changed', isHinted })),
      watchStrain: ({ sendBack }) => watchStrain(() => sendBack({ type: 'strain.felt' })),
    }),
    actions: { storeChoice: (_, choice) => dataChoice.write(choice) },
  });
}

const choiceOf = ({ dataChoice }: Effects): DataChoice | null => {
  const choice = dataChoice.read();
  return choice === 'less' || choice === 'full' ? choice : null;
};

/** Whether clips are loaded only at a tap: by the user's choice, or else by the hints. */
export const savesData = (effects: Effects) =>
  (choiceOf(effects) ?? (isSavingHinted() ? 'less' : 'full')) === 'less';

export const startClipLoading: Start = (effects) => ({
  id: 'clipLoading',
  logic: provideClipLoading(effects),
  readInput: () => ({ choice: choiceOf(effects), isHinted: isSavingHinted() }),
});
