import { fromPromise } from 'xstate';
import { type Errand, errandMachine } from '../../../machines/errand.machine.ts';
import {
  dropCaches,
  dropWorker,
  readCaches,
  readUsage,
  readWorker,
  type WorkerFacts,
} from '../../ports/device.ts';
import { copyText } from '../../ports/share.ts';
import { dropStored, readStored } from '../../ports/storage.ts';
import type { Effects } from '../effects.ts';
import type { Blueprint } from '../screens.ts';
import { factBlueprint, type ListMachine } from './list.actors.ts';

/** What this device keeps for the app, and what works in the background. */
export interface DeviceFacts {
  stored: { key: string; value: string }[];
  caches: { name: string; entries: number }[];
  worker: WorkerFacts | null;
  usage: number | null;
}

export function deviceBlueprint(effects: Effects): Blueprint<ListMachine<DeviceFacts>> {
  return factBlueprint<DeviceFacts>(effects, {
    name: 'device',
    screen: '/Demo/tools',
    load: async () => ({
      stored: readStored(),
      caches: await readCaches(),
      worker: await readWorker(),
      usage: await readUsage(),
    }),
    isOutdatedBy: ({ type }) => type === 'device.changed',
  });
}

async function run(errand: Errand): Promise<void> {
  switch (errand.kind) {
    case 'clearKey':
      return dropStored(errand.key);
    case 'clearKeys':
      for (const { key } of readStored()) dropStored(key);
      return;
    case 'clearCaches':
      return dropCaches();
    case 'dropWorker':
      await dropWorker();
      return location.reload();
    case 'copyReport':
      return copyText(errand.text);
  }
}

function provideErrand() {
  return errandMachine.provide({
    actors: {
      runErrand: fromPromise<void, { errand: Errand | null }>(async ({ input: { errand } }) => {
        if (errand) await run(errand);
      }),
    },
  });
}

export const errandBlueprint: Blueprint<typeof errandMachine> = {
  name: 'errand',
  make: () => ({ logic: provideErrand(), input: undefined }),
};
