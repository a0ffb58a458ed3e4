import type { SnapshotFrom } from 'xstate';
import type { breakReminderMachine } from './break-reminder.machine.ts';

export const selectIsBreakProposed = (snapshot: SnapshotFrom<typeof breakReminderMachine>) =>
  snapshot.matches('proposed');
