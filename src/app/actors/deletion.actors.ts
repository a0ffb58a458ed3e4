import { deleteAccount, deletion } from '../../../contract/deletion.calls.ts';
import { deletionMachine } from '../../../machines/deletion.machine.ts';
import { eraseDeviceData } from '../../ports/forget-device.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import { paths } from '../system/paths.ts';
import type { SheetStart } from '../system/starts.ts';

/** Erases the data written since the deletion, and loads the feed anew, which clears the page's memory. */
async function leavePage(): Promise<void> {
  await Promise.race([
    eraseDeviceData().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 1_000)),
  ]);
  location.replace(paths.feed);
}

const provideDeletion = ({ api }: Effects) =>
  deletionMachine.provide({
    actors: promises(deletionMachine, {
      loadLosses: ({ signal }) => api(deletion, {}, { signal }),
      deleteAccount: async ({ signal }) => {
        await api(deleteAccount, {}, { signal });
      },
      eraseDeviceData: () => eraseDeviceData(),
    }),
    actions: { leavePage: () => void leavePage() },
  });

export const startDeletion: SheetStart = (effects) => ({
  id: 'deletion',
  logic: provideDeletion(effects),
  input: undefined,
});
