import { useSelector } from '@xstate/react';
import type { Withdrawal } from '../../../contract/shapes.ts';
import { selectItems } from '../../../machines/list.selectors.ts';
import { Objection } from '../../app/components/objection.tsx';
import { useChildIfAny } from '../../app/system/use-child.ts';

/** Objection to a rejected withdrawal. Its later states arrive in the list, but not in a settled request. */
export function WithdrawalObjection({ withdrawal }: { withdrawal: Withdrawal }) {
  const { id } = withdrawal;
  const listed = useSelector(
    useChildIfAny('withdrawals'),
    (list) => list && selectItems(list).find((each) => each.id === id),
  );
  const { objection: made } = listed?.objection === undefined ? withdrawal : listed;
  return <Objection kind="withdrawal" id={id} made={made} />;
}
