import type { InputOf } from '../../../contract/call.ts';
import { sendReport } from '../../../contract/report.calls.ts';
import { type ReportedItem, reportMachine } from '../../../machines/report.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { System } from '../system/root.ts';

const provideReport = ({ api }: Effects) =>
  reportMachine.provide({
    actors: promises(reportMachine, {
      sendForm: async ({ input, signal }) => {
        await api(sendReport, input as InputOf<typeof sendReport>, { signal });
      },
    }),
  });

/** Starts it, unless it runs already: its code has come with the sheet that it is behind. */
export const startReport = ({ root, effects }: System, item: ReportedItem) =>
  root.send({
    type: 'module.fetched',
    output: [{ id: 'report', logic: provideReport(effects), input: { item } }],
  });
