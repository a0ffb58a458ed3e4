import { useLingui } from '@lingui/react/macro';
import type { Withdrawal } from '../../../contract/shapes.ts';
import { Amount, Estimate } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Step, Timeline } from '../../ui/progress.tsx';

interface WithdrawalProps {
  withdrawal: Withdrawal;
  /** the method's name for people */
  methodName: string;
}

/** Where and how much: what a request was for. */
function Summary({ withdrawal, methodName }: WithdrawalProps) {
  const { t } = useLingui();
  const { amount, local_amount, local_currency, recipient_name, account } = withdrawal;
  return (
    <dl className="facts">
      <div>
        <dt>{t`Amount`}</dt>
        <dd>
          <strong>
            <Amount value={amount} />
          </strong>{' '}
          <Estimate value={local_amount} currency={local_currency} />
        </dd>
      </div>
      <div>
        <dt>{t`Method`}</dt>
        <dd>{methodName}</dd>
      </div>
      <div>
        <dt>{t`Account`}</dt>
        <dd>
          <bdi>{account}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t`Recipient name`}</dt>
        <dd>
          <bdi>{recipient_name}</bdi>
        </dd>
      </div>
    </dl>
  );
}

function useSteps({ status, reason, created_at, settled_at }: Withdrawal): Step[] {
  const { t, i18n } = useLingui();
  const time = (iso: string) => i18n.date(iso, { dateStyle: 'medium', timeStyle: 'short' });
  const requested: Step = { title: t`Requested`, note: time(created_at), state: 'done' };
  if (status === 'pending') {
    return [
      requested,
      { title: t`In process`, note: t`Takes 1 to 3 working days`, state: 'current' },
      { title: t`Paid`, state: 'ahead' },
    ];
  }
  const settled = settled_at ? time(settled_at) : undefined;
  if (status === 'paid') {
    return [
      requested,
      { title: t`In process`, state: 'done' },
      { title: t`Paid`, note: settled, state: 'done' },
    ];
  }
  return [requested, { title: t`Rejected`, note: reason ?? settled, state: 'failed' }];
}

/** The request that is in process: only one at a time. */
export function PendingWithdrawal(props: WithdrawalProps) {
  const { t } = useLingui();
  const steps = useSteps(props.withdrawal);
  return (
    <Card title={t`Your withdrawal is in process`} takesFocus>
      <Timeline steps={steps} />
      <Summary {...props} />
    </Card>
  );
}

/** How a request ended, until it has been read. */
export function SettledWithdrawal({ onDone, ...props }: WithdrawalProps & { onDone: () => void }) {
  const { t } = useLingui();
  const steps = useSteps(props.withdrawal);
  const isPaid = props.withdrawal.status === 'paid';
  return (
    <Card title={isPaid ? t`Your withdrawal was paid` : t`Your withdrawal was rejected`} takesFocus>
      <Timeline steps={steps} />
      <Summary {...props} />
      {isPaid ? null : <p className="card-note">{t`The amount is back in your balance.`}</p>}
      <Button wide onClick={onDone}>{t`Done`}</Button>
    </Card>
  );
}
