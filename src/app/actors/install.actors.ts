import { fromCallback, fromPromise } from 'xstate';
import { installMachine } from '../../../machines/install.machine.ts';
import type { Effects } from '../effects.ts';

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
