import { FIRST_LEVEL, levels } from '../../../contract/device-hints.ts';
import { renditionMachine } from '../../../machines/rendition.machine.ts';
import { SLOTS } from '../../ports/media.ts';
import { readHints, watchFirstFrames, watchHints } from '../../ports/rendition.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';
import { savesData } from './clip-loading.actors.ts';

const provideRendition = ({ players }: Effects) =>
  renditionMachine.provide({
    actors: {
      ...promises(renditionMachine, {
        testDecoders: async () => (await import('../../ports/decoders.ts')).testDecoders(),
      }),
      ...listeners(renditionMachine, {
        watchFirstFrames: ({ sendBack }) =>
          watchFirstFrames(
            Array.from({ length: SLOTS }, (_, index) => players.element(index)),
            (loadMs) => sendBack({ type: 'frame.loaded', loadMs }),
          ),
        watchHints: ({ sendBack }) =>
          watchHints((hints) => sendBack({ type: 'hints.changed', hints })),
      }),
    },
  });

/** Begins with the rendition that the page began with. */
export const startRendition: Start = (effects) => ({
  id: 'rendition',
  logic: provideRendition(effects),
  readInput: () => {
    const [kept] = effects.rendition.read()?.split('.') ?? [];
    const level = levels.find((each) => each === kept) ?? FIRST_LEVEL;
    return { level, hints: readHints(), isSavingData: savesData(effects) };
  },
});
