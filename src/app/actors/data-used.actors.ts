import { dataUsedMachine } from '../../../machines/data-used.machine.ts';
import { watchTransfers } from '../../ports/transfers.ts';
import { utcDay } from '../components/utc-day.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

const sumOf = (bytes: readonly number[]) => bytes.reduce((sum, each) => sum + each, 0);

/** How much data the app uses, by the days that this device keeps. */
function provideDataUsed({ serverClock, storage }: Effects) {
  return dataUsedMachine.provide({
    actors: {
      ...promises(dataUsedMachine, {
        addBytes: async ({ input: { bytes } }) => {
          const today = utcDay(serverClock.nowMs());
          const month = today.slice(0, 'yyyy-mm'.length);
          // another window may have added to them; what is not of this month is not asked for
          const days = Object.fromEntries(
            Object.entries(storage.dataUsed.read() ?? {}).filter(([day]) => day.startsWith(month)),
          );
          days[today] = (days[today] ?? 0) + bytes;
          if (bytes > 0) storage.dataUsed.write(days);
          return { today: days[today], month: sumOf(Object.values(days)) };
        },
      }),
      ...listeners(dataUsedMachine, {
        watchTransfers: ({ sendBack }) =>
          watchTransfers((bytes) => sendBack({ type: 'bytes.fetched', bytes })),
      }),
    },
  });
}

export const startDataUsed: Start = (effects) => ({
  id: 'dataUsed',
  logic: provideDataUsed(effects),
});
