import type { SnapshotFrom } from 'xstate';
import type { DataUsed, dataUsedMachine } from './data-used.machine.ts';

/** null: not known yet */
export function selectDataUsed({
  context: { used, uncounted },
}: SnapshotFrom<typeof dataUsedMachine>): DataUsed | null {
  return used && { today: used.today + uncounted, month: used.month + uncounted };
}
