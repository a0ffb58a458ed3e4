import type { SnapshotFrom } from 'xstate';
import type { shareMachine } from './share.machine.ts';

type Snapshot = SnapshotFrom<typeof shareMachine>;

type Step = 'closed' | 'choosing' | 'copying' | 'copied' | 'sending' | 'sent';

/** `copied`, `sent`: for the share to count, the user still has to leave the page and return. */
export function selectShareStep(state: Snapshot): Step {
  if (state.matches('watching')) return 'copied';
  if (state.matches('sending')) return 'sending';
  if (state.matches('sent')) return 'sent';
  if (state.matches('copying')) return 'copying';
  return state.matches('closed') ? 'closed' : 'choosing';
}
