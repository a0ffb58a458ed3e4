import type { InputOf } from '../../../contract/call.ts';
import { sendReport } from '../../../contract/report.calls.ts';
import { type ReportedItem, reportMachine } from '../../../machines/report.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const provideReport = ({ api }: Effects) =>
  reportMachine.provide({
    actors: promises(reportMachine, {
      sendForm: async ({ input, signal }) => {
        await api(sendReport, input as InputOf<typeof sendReport>, { signal });
      },
    }),
  });

/** @param item the first item to report */
export const startReport =
  (item: ReportedItem): SheetStart =>
  (effects) => ({ id: 'report', logic: provideReport(effects), input: { item } });
