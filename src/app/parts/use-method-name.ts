import { useSelector } from '@xstate/react';
import { selectInfo, selectMethods } from '../../../machines/withdraw-info.selectors.ts';
import { useChild } from '../system/use-child.ts';

/**
 * A method by its name for people; the wire's own word while the names are not there yet.
 * @param method without it that of the user's withdrawal info
 */
export function useMethodName(method?: string): string {
  const info = useChild('withdrawInfo');
  const set = useSelector(info, selectInfo);
  const methods = useSelector(info, selectMethods);
  const wanted = method ?? set?.method;
  return methods.find((each) => each.method === wanted)?.name ?? wanted ?? '';
}
