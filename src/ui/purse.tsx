import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { RollingAmount } from './amount.tsx';
import { Estimate } from './estimate.tsx';
import './purse.css';
import { Skeleton } from './states.tsx';

interface PurseProps {
  /** null until the balance is known; `local_amount` is null until the estimate of a new balance is known */
  money: { balance: string; local_amount: string | null; local_currency: string } | null;
  /** the age of the balance, if it is old */
  note?: ReactNode;
  children?: ReactNode;
}

/** The balance, large, on the face of the purse. */
export function Purse({ money, note, children }: PurseProps) {
  const { t } = useLingui();
  return (
    <section
      className="purse"
      aria-label={t({
        message: 'Available balance',
        comment: 'Heading over the sum that can be withdrawn.',
      })}
      aria-busy={money === null}
    >
      <p className="purse-label">{t`Available balance`}</p>
      <p
        className="purse-balance"
        // includes the thousands separators of any language
        style={{ '--signs': (money?.balance.length ?? 0) + 1 } as CSSProperties}
      >
        {money ? <RollingAmount value={money.balance} /> : <Skeleton width="5em" height="1em" />}
      </p>
      <p className="purse-local">
        {money ? null : <Skeleton width="7em" />}
        {money?.local_amount ? (
          <Estimate value={money.local_amount} currency={money.local_currency} />
        ) : null}
      </p>
      {note}
      {children}
    </section>
  );
}
