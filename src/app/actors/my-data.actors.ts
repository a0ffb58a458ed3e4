import { myData } from '../../../contract/my-data.calls.ts';
import { myDataMachine } from '../../../machines/my-data.machine.ts';
import { saveFile } from '../../ports/save-file.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { System } from '../system/root.ts';

const provideMyData = ({ api }: Effects) =>
  myDataMachine.provide({
    actors: promises(myDataMachine, {
      saveData: async ({ input: format, signal }) =>
        saveFile(await api(myData, { format }, { signal })),
    }),
  });

/** Starts it, unless it runs already: its code has come with the sheet that it is behind. */
export const startMyData = ({ root, effects }: System) =>
  root.send({
    type: 'module.fetched',
    output: [{ id: 'myData', logic: provideMyData(effects), input: undefined }],
  });
