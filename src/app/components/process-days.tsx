import { Plural } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { useChild } from '../system/use-child.ts';

/** Used until the configuration is loaded, and with older servers, which do not send the number of days. */
const DEFAULT_DAYS = 3;

/** The operator's number of working days within which a withdrawal is processed. */
export const useProcessDays = () =>
  useSelector(useChild('config'), selectValue)?.process_days ?? DEFAULT_DAYS;

/** Duration of a withdrawal's first step. */
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
