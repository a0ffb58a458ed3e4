import { useLingui } from '@lingui/react/macro';
import type { Correction } from '../../../machines/app/resources.ts';
import { Amount } from '../../ui/amount.tsx';
import { Objection } from './objection.tsx';

/** Corrections, each with the operator's own reason. */
export function CorrectionRows({ items }: { items: readonly Correction[] }) {
  const { i18n } = useLingui();
  return (
    <ul className="rows">
      {items.map(({ id, direction, amount, reason, created_at, objection }) => (
        <li key={id} className="row correction">
          <span className="row-main">
            <span>
              <bdi>{reason}</bdi>
            </span>
            <time className="row-note" dateTime={created_at}>
              {i18n.date(created_at, { dateStyle: 'medium' })}
            </time>
          </span>
          <strong>
            <Amount value={direction === 'taken' ? `-${amount}` : amount} gained />
          </strong>
          <Objection kind="correction" id={id} made={objection} />
        </li>
      ))}
    </ul>
  );
}
