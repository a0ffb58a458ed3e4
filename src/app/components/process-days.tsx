import { Plural } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { useChild } from '../system/use-child.ts';

/** What was said before servers told it. */
const BEFORE = 3;

/** The working days within which a withdrawal is processed, as the operator says. */
export const useProcessDays = () =>
  useSelector(useChild('config'), selectValue)?.process_days ?? BEFORE;

/** How long the step takes that a withdrawal is at first. */
export function ProcessTime() {
  const days = useProcessDays();
  return (
    <Plural
      comment="Under the step “In process” of a withdrawal."
      value={days}
      one="Within one working day"
      other="Takes 1 to # working days"
    />
  );
}
