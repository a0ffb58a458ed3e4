import type { SnapshotFrom } from 'xstate';
import type { appUpdateMachine } from './app-update.machine.ts';

/** `hidden`: there is no newer version, or the user chose "later". */
export function selectUpdateOffer(
  state: SnapshotFrom<typeof appUpdateMachine>,
): 'hidden' | 'offered' | 'applying' {
  if (state.hasTag('busy')) return 'applying';
  return state.matches('available') && !state.context.isPostponed ? 'offered' : 'hidden';
}
