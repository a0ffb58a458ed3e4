import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectFailure, selectItems, selectListState } from '../../../machines/list.selectors.ts';
import { correctionsBehindDebt } from '../../../machines/withdrawal/rules.ts';
import { selectDebt } from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { CorrectionRows } from '../../app/components/correction-rows.tsx';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

/** The debt and its reason; hidden without a debt. */
export function Debt() {
  const { t } = useLingui();
  const debt = useSelector(useChild('withdrawal'), selectDebt);
  if (debt === null) return null;
  return (
    <Card
      title={t({
        message: 'To be settled',
        comment:
          'Title of a card with a sum: what the user owes because a reward was taken back; the next rewards pay it off.',
      })}
      aside={
        <strong>
          <Amount value={debt} />
        </strong>
      }
    >
      <p className="card-note">
        {t({
          message: 'Your next rewards settle this first.',
          comment: 'This: the sum under “To be settled”.',
        })}
      </p>
      <Reasons debt={debt} />
    </Card>
  );
}

function Reasons({ debt }: { debt: string }) {
  const { t } = useLingui();
  const corrections = useChild('corrections');
  const state = useSelector(corrections, selectListState);
  const items = useSelector(corrections, selectItems);
  const failure = useSelector(corrections, selectFailure);
  if (state === 'awaited') return <SkeletonRows />;
  return (
    <>
      <CorrectionRows items={correctionsBehindDebt(debt, items)} />
      {state === 'failed' ? (
        <LoadFailure
          title={t({
            message: 'The reasons could not be loaded.',
            comment: 'Reasons: why something is to be settled.',
          })}
          failure={failure}
          onRetry={() => corrections.send({ type: 'retry.pressed' })}
        />
      ) : null}
    </>
  );
}
