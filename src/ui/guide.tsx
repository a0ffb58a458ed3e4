import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import './guide.css';
import { formatCount } from './numbers.ts';

interface GuideStep {
  picture: ReactNode;
  text: string;
}

/** Steps of an instruction, each with its picture. */
export function Guide({ steps }: { steps: readonly GuideStep[] }) {
  const { i18n } = useLingui();
  return (
    <ol className="guide">
      {steps.map(({ picture, text }, index) => (
        <li key={text}>
          {picture}
          <span className="disc guide-number" aria-hidden="true">
            {formatCount(index + 1, i18n.locale)}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
