import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { CheckIcon } from './icons.tsx';
import { formatCount } from './numbers.ts';
import { CloseIcon } from './screen-icons.tsx';
import './progress.css';

interface RequirementBarProps {
  label: string;
  current: number;
  required: number;
  /** text: whether the count is enough */
  verdict?: string;
}

/** Progress towards a required count. */
export function RequirementBar({ label, current, required, verdict }: RequirementBarProps) {
  const { t, i18n } = useLingui();
  const reached = Math.min(current, required);
  const isMet = current >= required;
  const have = formatCount(reached, i18n.locale);
  const want = formatCount(required, i18n.locale);
  const style = { '--filled': required === 0 ? 1 : reached / required } as CSSProperties;
  return (
    <div className={`requirement ${isMet ? 'requirement-met' : ''}`}>
      <span className="requirement-label">{label}</span>
      <span className="requirement-count">
        {isMet ? <CheckIcon size={18} /> : null}
        <bdi aria-hidden="true" dir="ltr" translate="no">
          {`${have} / ${want}`}
        </bdi>
        {verdict ? <span aria-hidden="true">·</span> : null}
        {verdict ? <span>{verdict}</span> : null}
      </span>
      <div
        className="requirement-bar"
        style={style}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={reached}
        aria-valuetext={t({
          message: `${have} of ${want}`,
          comment:
            'Progress read out by a screen reader: {have} is how many are done, {want} how many are needed, such as 3 of 10.',
        })}
      />
    </div>
  );
}

export interface Step {
  title: string;
  note?: ReactNode;
  state: 'done' | 'current' | 'ahead' | 'failed';
}

/** Steps from top to bottom: past, present, future. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ title, note, state }) => (
        <li
          key={title}
          className={`timeline-${state}`}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className="disc timeline-mark">
            {state === 'done' ? <CheckIcon size={14} /> : null}
            {state === 'failed' ? <CloseIcon size={14} /> : null}
          </span>
          <span className="timeline-title">{title}</span>
          {note ? <span className="timeline-note">{note}</span> : null}
        </li>
      ))}
    </ol>
  );
}
