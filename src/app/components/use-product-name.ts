import { useSelector } from '@xstate/react';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { useChildIfAny } from '../system/use-child.ts';

/** The server writes it into each page; the dev server does not. */
const nameInPage = () =>
  document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content;

/** What the product is called: the operator's name, which the page says before the configuration has come. */
export function useProductName(): string {
  const config = useSelector(useChildIfAny('config'), (state) => state && selectValue(state));
  return config?.product_name ?? nameInPage() ?? 'Clipurse';
}
