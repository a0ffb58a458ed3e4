import { useSelector } from '@xstate/react';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { useChildIfAny } from '../system/use-child.ts';

/** Whether the server mails links; false until the configuration is loaded. */
export function useMailedLinks(): boolean {
  const config = useSelector(useChildIfAny('config'), (state) => state && selectValue(state));
  return config?.reset_by_mail ?? false;
}
