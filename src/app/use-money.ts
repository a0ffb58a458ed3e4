import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { authMachine } from '../../machines/auth.machine.ts';
import { useSystem } from './system-context.tsx';

const selectUser = ({ context }: SnapshotFrom<typeof authMachine>) => context.user;
const selectIsEstimateOld = ({ context }: SnapshotFrom<typeof authMachine>) =>
  context.isEstimateOld;

/** What this user has; its estimate only where it belongs to this balance. */
export function useMoney() {
  const { auth } = useSystem();
  const user = useSelector(auth, selectUser);
  const isEstimateOld = useSelector(auth, selectIsEstimateOld);
  if (user === null) return null;
  const { balance, local_amount, local_currency } = user;
  return { balance, local_amount: isEstimateOld ? null : local_amount, local_currency };
}
