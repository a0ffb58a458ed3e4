import { dataUsedMachine } from '../../../machines/data-used.machine.ts';
import { watchTransfers } from '../../ports/transfers.ts';
import { utcDay } from '../components/utc-day.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

const sumOf = (bytes: readonly number[]) => bytes.reduce((sum, each) => sum + each, 0);

/** Data use of the app, stored for each day on this device. */
function provideDataUsed({ serverClock, storage }: Effects) {
  return dataUsedMachine.provide({
    actors: {
      ...promises(dataUsedMachine, {
        addBytes: async ({ input: { bytes } }) => {
          const today = utcDay(serverClock.nowMs());
          const month = today.slice(0, 'yyyy-mm'.length);
          // read again, as another window may have added bytes; days of earlier months are dropped
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
