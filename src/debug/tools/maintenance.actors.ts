import {
  type MaintenanceAction,
  maintenanceMachine,
} from '../../../machines/maintenance.machine.ts';
import { promises } from '../../app/system/adapters.ts';
import { copyText } from '../../ports/share.ts';
import { deleteCaches, unregisterWorker } from '../ports/device.ts';
import { readStored, removeStored } from '../ports/stored.ts';

async function run(action: MaintenanceAction): Promise<void> {
  switch (action.kind) {
    case 'clearKey':
      return removeStored(action.key);
    case 'clearKeys':
      for (const { key } of readStored()) removeStored(key);
      return;
    case 'clearCaches':
      return deleteCaches();
    case 'unregisterWorker':
      await unregisterWorker();
      return location.reload();
    case 'copyReport':
      return copyText(action.text);
    default:
      action satisfies never;
  }
}

/** Actions on this device, with the ports that perform them. */
export function provideMaintenance() {
  return maintenanceMachine.provide({
    actors: promises(maintenanceMachine, {
      runAction: async ({ input: { action } }) => {
        if (action) await run(action);
      },
    }),
  });
}
