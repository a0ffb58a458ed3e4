import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { selectIsNotLoadedYet } from '../../../machines/resource.selectors.ts';
import { selectInfoStep } from '../../../machines/withdraw-info.selectors.ts';
import {
  selectOffer,
  selectStep,
  selectTerms,
} from '../../../machines/withdrawal/withdrawal.selectors.ts';
import BalanceAge from '../../app/components/balance-age.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Screen } from '../../ui/card.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Purse } from '../../ui/purse.tsx';
import { Skeleton, SlowLoadingNotice } from '../../ui/states.tsx';
import { CurrentStep } from './current-step.tsx';
import { Debt } from './debt.tsx';
import { WithdrawalHistory } from './history.tsx';
import { WithdrawInfoCard } from './info-card.tsx';
import { Tips } from './tips.tsx';
import './withdraw.css';

const Offers = lazyComponent(() => import('./offers.tsx'));

/** The Withdraw screen: the balance, the current request, and earlier withdrawals. */
export default function WithdrawScreen() {
  const { t } = useLingui();
  const withdrawal = useChild('withdrawal');
  const step = useSelector(withdrawal, selectStep);
  const terms = useSelector(withdrawal, selectTerms);
  // a card appears after all cards above it are loaded, so that no visible card moves down
  const awaitsInfo = useSelector(useChild('withdrawInfo'), selectInfoStep) === 'loading';
  const awaitsConfig = useSelector(useChild('config'), selectIsNotLoadedYet);
  const money = useSelector(useChild('auth'), selectUser) ?? terms;
  // `Offers` stays mounted after its first offer, because it also renders the sheet of an answered offer
  const [hasOffered, setOffered] = useState(false);
  const hasOffer = useSelector(withdrawal, selectOffer) !== null;
  if (hasOffer && !hasOffered) setOffered(true);
  const isUnavailable = step === 'failed' || step === 'offline';
  return (
    <Screen title={t`Withdraw`}>
      {money || !isUnavailable ? <Purse money={money} note={<BalanceAge />} /> : null}
      {step === 'loading' || awaitsInfo ? (
        <WithdrawSkeleton />
      ) : (
        <>
          <Debt />
          <CurrentStep />
          <WithdrawInfoCard />
          {awaitsConfig ? null : (
            <>
              <Tips />
              {hasOffered ? <Offers /> : null}
              {/* the history is last: its further pages move no other card */}
              <WithdrawalHistory />
            </>
          )}
        </>
      )}
    </Screen>
  );
}

function WithdrawSkeleton() {
  return (
    <div className="card waiting" aria-busy="true">
      <SlowLoadingNotice />
      <Skeleton width="5em" />
      <Skeleton height="60px" />
      <Skeleton height="48px" round />
    </div>
  );
}
