import { statement } from '../../../contract/statement.calls.ts';
import { statementMachine } from '../../../machines/statement.machine.ts';
import { printWith } from '../../ports/print.ts';
import { saveFile } from '../../ports/save-file.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

/** Class by which the styles of the sheet print only the statement. */
const PRINTS = 'prints-statement';

const provideStatement = ({ api }: Effects) =>
  statementMachine.provide({
    actors: promises(statementMachine, {
      loadStatement: ({ input: year, signal }) =>
        api(statement, year === null ? {} : { year }, { signal }),
    }),
    actions: {
      saveFile: (_, loaded) => {
        if (loaded) saveFile(loaded.file);
      },
      print: () => printWith(PRINTS),
    },
  });

export const startStatement: SheetStart = (effects) => ({
  id: 'statement',
  logic: provideStatement(effects),
  input: undefined,
});
