import { useSelector } from '@xstate/react';
import { selectIsEstimateOld, selectUser } from '../../../machines/auth/auth.selectors.ts';
import { useChild } from '../system/use-child.ts';

/** What this user has; its estimate only where it belongs to this balance. */
export function useMoney() {
  const auth = useChild('auth');
  const user = useSelector(auth, selectUser);
  const isEstimateOld = useSelector(auth, selectIsEstimateOld);
  if (user === null) return null;
  const { balance, local_amount, local_currency } = user;
  return { balance, local_amount: isEstimateOld ? null : local_amount, local_currency };
}
