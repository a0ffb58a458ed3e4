import type { SnapshotFrom } from 'xstate';
import type { pushMachine } from './push.machine.ts';

type Snapshot = SnapshotFrom<typeof pushMachine>;

const states = ['granted', 'denied', 'unsupported'] as const;

/** Whether notifications may be shown on this device; `default`: not asked, or not answered. */
export const selectPermissionState = (state: Snapshot) =>
  state.matches({ asking: 'answering' })
    ? 'asking'
    : (states.find((each) => state.matches(each)) ?? 'default');

/** An iPhone has notifications only for apps on its home screen. */
export const selectNeedsHomeScreen = ({ context }: Snapshot) =>
  context.permission === 'unsupported' && context.needsInstall;

/** Whether push messages reach this device, or the reason why not. */
export function selectDelivery(state: Snapshot): 'failed' | 'withoutUser' | 'open' {
  if (state.matches({ granted: 'failed' })) return 'failed';
  return state.context.hasUser ? 'open' : 'withoutUser';
}
