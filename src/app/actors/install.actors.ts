import { videoList } from '../../../contract/clip.calls.ts';
import type { Video } from '../../../contract/shapes.ts';
import { installMachine } from '../../../machines/install.machine.ts';
import { installWay, needsBrowser } from '../../ports/install-way.ts';
import { copyText, installLink } from '../../ports/share.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';
import { provideResource } from './resource.actors.ts';

/** Installation of the app, with the browser's offer. */
function provideInstall({ install, storage }: Effects) {
  return installMachine.provide({
    actors: {
      ...promises(
        installMachine,
        {
          showPrompt: () => install.prompt(),
          copyLink: () => copyText(installLink(storage.inviteCode.read())),
        },
        ['showPrompt'],
      ),
      ...listeners(installMachine, {
        watchInstall: ({ sendBack }) =>
          install.watch((event) =>
            sendBack({ type: event === 'offered' ? 'prompt.offered' : 'app.installed' }),
          ),
      }),
    },
  });
}

/** The clip shown in pictures of the app; null: none. */
export const provideSampleClip = ({ api }: Effects) =>
  provideResource<Video | null>({
    load: async (signal) => {
      const { list } = await api(videoList, { page: 1, limit: 1 }, { signal });
      return list[0] ?? null;
    },
  });

export const startInstall: Start = (effects) => ({
  id: 'install',
  logic: provideInstall(effects),
  readInput: () => ({
    isInstalled: effects.install.isInstalled(),
    needsOtherBrowser: needsBrowser(installWay()),
  }),
});
