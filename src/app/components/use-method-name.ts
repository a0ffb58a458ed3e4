import { useLingui } from '@lingui/react';
import { useSelector } from '@xstate/react';
import { selectInfo, selectMethods } from '../../../machines/withdraw-info.selectors.ts';
import { methodNameIn } from '../../i18n/method-names.ts';
import { useChild } from '../system/use-child.ts';

/**
 * The display name of a method; its id until the names are loaded.
 * @param method absent: that of the user's withdrawal info
 */
export function useMethodName(method?: string): string {
  const { i18n } = useLingui();
  const info = useChild('withdrawInfo');
  const set = useSelector(info, selectInfo);
  const methods = useSelector(info, selectMethods);
  const wanted = method ?? set?.method;
  const name = methods.find((each) => each.method === wanted)?.name;
  return name === undefined ? (wanted ?? '') : methodNameIn(i18n, name);
}
