import type { SnapshotFrom } from 'xstate';
import type { MaintenanceAction, maintenanceMachine } from './maintenance.machine.ts';

type Snapshot = SnapshotFrom<typeof maintenanceMachine>;

/** The action that waits for confirmation. */
export const selectAsked = (state: Snapshot): MaintenanceAction | null =>
  state.matches('asking') ? state.context.action : null;
export const selectIsRunning = (state: Snapshot) => state.matches('running');
/** The last action that has ended. */
export const selectEnded = (state: Snapshot): MaintenanceAction | null =>
  state.matches('done') || state.matches('failed') ? state.context.action : null;
export const selectIsFailed = (state: Snapshot) => state.matches('failed');
