import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectLosses } from '../../../machines/deletion.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { pendingFirst } from './deletion-errors.ts';

/** The losses of a deletion in figures, and the button to continue. */
export function Losses() {
  const { t, i18n } = useLingui();
  const deletion = useChild('deletion');
  const losses = useSelector(deletion, selectLosses);
  if (!losses) return null;
  const { balance, coming, friends, held } = losses;
  return (
    <>
      <dl className="losses">
        <Figure label={t`Available balance`}>
          <Amount value={balance} />
        </Figure>
        <Figure
          label={t({
            message: 'Rewards on their way',
            comment: 'Label of a sum: what friends will still bring, and what is being credited.',
          })}
        >
          <Amount value={coming} />
        </Figure>
        <Figure
          label={t({
            message: 'Your friends',
            comment: 'Label of a count: friends, those whom they invited, and friends of those.',
          })}
        >
          {formatCount(friends, i18n.locale)}
        </Figure>
      </dl>
      {held === null ? (
        <>
          <p className="card-note">
            {t({
              message:
                'All of this is lost. Your name, email and payout accounts are erased at once. Nobody can undo it.',
              comment: 'Below the figures: what one has when the account is deleted.',
            })}
          </p>
          <Button
            wide
            className="button-harm"
            onClick={() => deletion.send({ type: 'delete.pressed' })}
          >
            {t({
              message: 'Delete account',
              comment: 'Row, title and button (verb): ends one’s account for good.',
            })}
          </Button>
        </>
      ) : (
        <p className="card-note">{i18n._(pendingFirst)}</p>
      )}
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
