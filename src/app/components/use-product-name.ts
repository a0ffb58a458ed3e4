import { useSelector } from '@xstate/react';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { useChildIfAny } from '../system/use-child.ts';

/** What the product is called: the operator's name, and until it is known our own. */
export function useProductName(): string {
  const config = useSelector(useChildIfAny('config'), (state) => state && selectValue(state));
  return config?.product_name ?? 'Clipurse';
}
