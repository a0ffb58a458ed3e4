import { statement } from '../../../contract/statement.calls.ts';
import { statementMachine } from '../../../machines/statement.machine.ts';
import { printWith } from '../../ports/print.ts';
import { saveFile } from '../../ports/save-file.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { System } from '../system/root.ts';

/** What is printed is the statement alone: the styles of its sheet go by this. */
const PRINTS = 'prints-statement';

const provideStatement = ({ api }: Effects) =>
  statementMachine.provide({
    actors: promises(statementMachine, {
      loadStatement: ({ input: year, signal }) =>
        api(statement, year === null ? {} : { year }, { signal }),
    }),
    actions: {
      saveFile: (_, told) => {
        if (told) saveFile(told.file);
      },
      print: () => printWith(PRINTS),
    },
  });

/** Starts it, unless it runs already: its code has come with the sheet that it is behind. */
export const startStatement = ({ root, effects }: System) =>
  root.send({
    type: 'module.fetched',
    output: [{ id: 'statement', logic: provideStatement(effects), input: undefined }],
  });
