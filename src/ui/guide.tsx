import type { ReactNode } from 'react';
import './guide.css';

interface GuideStep {
  picture: ReactNode;
  text: string;
}

/** What to do, one thing after the other, each with its picture. */
export function Guide({ steps }: { steps: readonly GuideStep[] }) {
  return (
    <ol className="guide">
      {steps.map(({ picture, text }, index) => (
        <li key={text}>
          {picture}
          <span className="guide-number" aria-hidden="true">
            {index + 1}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
