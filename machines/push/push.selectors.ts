import type { SnapshotFrom } from 'xstate';
import type { pushMachine } from './push.machine.ts';

type Snapshot = SnapshotFrom<typeof pushMachine>;

const states = ['granted', 'denied', 'unsupported'] as const;

/** Whether notifications may be shown on this device; `default`: nobody was asked, or answered. */
export const selectPermissionState = (state: Snapshot) =>
  state.matches({ asking: 'answering' })
    ? 'asking'
    : (states.find((each) => state.matches(each)) ?? 'default');

/** An iPhone notifies for apps of its home screen alone, and has notifications nowhere else. */
export const selectNeedsHomeScreen = ({ context }: Snapshot) =>
  context.permission === 'unsupported' && context.canInstall;

/** What the permission comes to: whether messages reach this device, or why not. */
export function selectDelivery(state: Snapshot): 'failed' | 'withoutUser' | 'open' {
  if (state.matches({ granted: 'failed' })) return 'failed';
  return state.context.hasUser ? 'open' : 'withoutUser';
}
