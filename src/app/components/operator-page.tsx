import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { addressOfPage, type OperatorPage } from '../../../contract/operator-pages.ts';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { useChildIfAny } from '../system/use-child.ts';

const names: Record<OperatorPage, MessageDescriptor> = {
  terms: msg({ message: 'Terms of use', comment: 'Name of a page, and of the link to it.' }),
  privacy: msg({
    message: 'Privacy policy',
    comment: 'Name of a page, and of the link to it: what becomes of personal data.',
  }),
  imprint: msg({
    message: 'Imprint',
    comment: 'Name of a page, and of the link to it: who offers the app, and their address.',
  }),
  support: msg({
    message: 'Help',
    comment: 'Name of a page, and of the link to it: answers to questions, and whom to ask.',
  }),
};

/** The operator's settings; undefined or null until loaded. */
export const useConfig = () =>
  useSelector(useChildIfAny('config'), (state) => state && selectValue(state));

/** Links to the operator's pages, in another tab: text typed here is not lost. */
export function OperatorPages({ pages }: { pages: readonly OperatorPage[] }) {
  const { i18n } = useLingui();
  if (pages.length === 0) return null;
  return (
    <ul className="operator-pages">
      {pages.map((page) => (
        <li key={page}>
          <a href={addressOfPage(page)} target="_blank" rel="noopener">
            {i18n._(names[page])}
          </a>
        </li>
      ))}
    </ul>
  );
}
