import { myData } from '../../../contract/my-data.calls.ts';
import { myDataMachine } from '../../../machines/my-data.machine.ts';
import { saveFile } from '../../ports/save-file.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const provideMyData = ({ api }: Effects) =>
  myDataMachine.provide({
    actors: promises(myDataMachine, {
      saveData: async ({ input: format, signal }) =>
        saveFile(await api(myData, { format }, { signal })),
    }),
  });

export const startMyData: SheetStart = (effects) => ({
  id: 'myData',
  logic: provideMyData(effects),
  input: undefined,
});
