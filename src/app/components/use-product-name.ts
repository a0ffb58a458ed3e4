import { useSelector } from '@xstate/react';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { useChildIfAny } from '../system/use-child.ts';

/** The product's name in the page, where the server writes it; the dev server does not. */
const nameInPage = () =>
  document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content;

/** The product's name, as set by the operator; the page has it before the configuration is loaded. */
export function useProductName(): string {
  const config = useSelector(useChildIfAny('config'), (state) => state && selectValue(state));
  return config?.product_name ?? nameInPage() ?? 'Clipurse';
}
