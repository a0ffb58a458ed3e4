import { Trans, useLingui } from '@lingui/react/macro';
import type { Withdrawal } from '../../../contract/shapes.ts';
import {
  isCancellable,
  isCorrectable,
  isFullyReturned,
  standingOf,
} from '../../../machines/withdrawal/rules.ts';
import { Contact } from '../../app/components/contact.tsx';
import { shortMaskedAccount } from '../../app/components/masked-account.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Estimate } from '../../ui/estimate.tsx';
import { Timeline } from '../../ui/progress.tsx';
import { ArrivalRows, Sum } from './arrival.tsx';
import { useHeldText } from './hold.tsx';
import { WithdrawalObjection } from './objection.tsx';
import { ResubmitActions } from './resubmit.tsx';
import { standingSentences } from './step-texts.ts';
import { useSteps } from './use-steps.tsx';

interface WithdrawalProps {
  withdrawal: Withdrawal;
  /** readable name of the method */
  methodName: string;
}

/** Amount and payee of a request. */
function Summary({ withdrawal, methodName }: WithdrawalProps) {
  const { t } = useLingui();
  const { amount, local_amount, local_currency, recipient_name, account } = withdrawal;
  const { currency, pay } = withdrawal;
  return (
    <dl className="details">
      <div>
        <dt>{t`Amount`}</dt>
        <dd>
          <strong>
            <Sum value={amount} currency={currency} />
          </strong>{' '}
          {local_currency === currency ? null : (
            <Estimate value={local_amount} currency={local_currency} />
          )}
        </dd>
      </div>
      {/* nothing arrives from a returned withdrawal */}
      {pay && withdrawal.status !== 'rejected' ? (
        <ArrivalRows arrival={pay} currency={currency} />
      ) : null}
      <div>
        <dt>{t`Method`}</dt>
        <dd>
          <bdi translate="no">{methodName}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t`Account`}</dt>
        <dd>
          <bdi dir="ltr" translate="no">
            {shortMaskedAccount(account)}
          </bdi>
        </dd>
      </div>
      <div>
        <dt>{t`Recipient name`}</dt>
        <dd>
          <bdi translate="no">{recipient_name}</bdi>
        </dd>
      </div>
    </dl>
  );
}

/** Date by which a review is decided. */
function Review({ due }: { due: string | null | undefined }) {
  const { t, i18n } = useLingui();
  const date = due ? i18n.date(due, { dateStyle: 'long' }) : null;
  return (
    <p className="card-note">
      {t({
        message: 'We look at this request before it is paid.',
        comment: 'We: the operator; this request: for a withdrawal.',
      })}{' '}
      {date ? (
        <Trans comment="It: a request for a withdrawal. {date}: a day, such as 24 November 2026, at the latest.">
          It will be decided by {date}.
        </Trans>
      ) : null}
    </p>
  );
}

/** The request in process; only one at a time. */
export function PendingWithdrawal({
  onCancel,
  ...props
}: WithdrawalProps & { onCancel: () => void }) {
  const { t, i18n } = useLingui();
  const { withdrawal } = props;
  const standing = standingOf(withdrawal);
  const isReview = standing === 'in_review';
  const held = useHeldText(withdrawal);
  return (
    <Card title={i18n._(standingSentences[standing])} takesFocus>
      <Timeline steps={useSteps(withdrawal)} />
      {isReview ? <Review due={withdrawal.review_due_at} /> : null}
      {isReview && held ? <p className="card-note">{held}</p> : null}
      {isReview ? <Contact /> : null}
      <Summary {...props} />
      {isCancellable(withdrawal) ? (
        <Button look="quiet" wide onClick={onCancel}>
          {t({
            message: 'Cancel withdrawal',
            comment: 'Button (verb): take back a withdrawal that is not paid yet.',
          })}
        </Button>
      ) : null}
    </Card>
  );
}

/** Outcome of a request, shown until the member closes it. */
export function SettledWithdrawal({ onDone, ...props }: WithdrawalProps & { onDone: () => void }) {
  const { t, i18n } = useLingui();
  const standing = standingOf(props.withdrawal);
  // the member wanted this outcome, so no contact for help is shown
  const isWantedOutcome = standing === 'paid' || standing === 'cancelled';
  const canResubmit = isCorrectable(props.withdrawal);
  return (
    <Card title={i18n._(standingSentences[standing])} takesFocus>
      <Timeline steps={useSteps(props.withdrawal)} />
      <Summary {...props} />
      {isFullyReturned(props.withdrawal) ? (
        <p className="card-note">{t`The amount is back in your balance.`}</p>
      ) : null}
      {isWantedOutcome ? null : <Contact />}
      {canResubmit ? <ResubmitActions /> : null}
      <Button wide look={canResubmit ? 'quiet' : 'primary'} onClick={onDone}>
        {t({
          message: 'Done',
          comment:
            'Button: the withdrawal has been settled, close this card. Not “finished” as a state.',
        })}
      </Button>
      {/* last, because it loads later and must not move the other buttons */}
      <WithdrawalObjection withdrawal={props.withdrawal} />
    </Card>
  );
}
