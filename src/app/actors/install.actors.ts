import { fromCallback, fromPromise } from 'xstate';
import { videoList } from '../../../contract/calls.ts';
import type { Video } from '../../../contract/shapes.ts';
import { installMachine } from '../../../machines/install.machine.ts';
import type { Effects } from '../effects.ts';
import type { Blueprint } from '../screens.ts';
import { type ListMachine, listBlueprint } from './list.actors.ts';

/** The app on the home screen, with the browser's offer. */
export function provideInstall({ install }: Effects) {
  return installMachine.provide({
    actors: {
      showPrompt: fromPromise<'accepted' | 'dismissed'>(() => install.prompt()),
      watchInstall: fromCallback(({ sendBack }) =>
        install.watch((event) =>
          sendBack({ type: event === 'offered' ? 'prompt.offered' : 'app.installed' }),
        ),
      ),
    },
  });
}

/** The clip that stands for the feed in pictures of the app; there may be none. */
export function sampleClipBlueprint(effects: Effects): Blueprint<ListMachine<Video>> {
  return listBlueprint(effects, {
    name: 'sample clip',
    load: async ({ page }, signal) => {
      const { list } = await effects.api(videoList, { page, limit: 1 }, { signal });
      return { list, page, total: list.length };
    },
  });
}
