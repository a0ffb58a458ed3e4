import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { Withdrawal } from '../../../contract/shapes.ts';
import { selectIsOfflineAndEmpty } from '../../../machines/list.selectors.ts';
import { standingOf } from '../../../machines/withdrawal/rules.ts';
import { selectRequest } from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { shortMaskedAccount } from '../../app/components/masked-account.ts';
import { PagedList } from '../../app/components/paged-list.tsx';
import { useMethodName } from '../../app/components/use-method-name.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { formatEstimate } from '../../ui/estimate.tsx';
import { AlertIcon, CheckIcon, PurseIcon } from '../../ui/icons.tsx';
import { ClockIcon, CloseIcon } from '../../ui/screen-icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { WithdrawalObjection } from './objection.tsx';
import { Reopen } from './resubmit.tsx';
import { shortStandingTexts } from './step-texts.ts';

/** Every withdrawal, with its outcome. */
export function WithdrawalHistory() {
  const { t } = useLingui();
  // the machine polls this request more often than the list loads: its newer state replaces the list's row
  const request = useSelector(useChild('withdrawal'), selectRequest);
  const withdrawals = useChild('withdrawals');
  if (useSelector(withdrawals, selectIsOfflineAndEmpty)) return null;
  return (
    <Card
      title={t({
        message: 'Withdrawal history',
        comment: 'Title of the list of earlier withdrawals.',
      })}
    >
      <PagedList
        list={withdrawals}
        failed={t`Your withdrawals could not be loaded.`}
        empty={
          <EmptyState icon={<PurseIcon />} title={t`No withdrawals yet`}>
            {t({
              message: 'What you ask for appears here, and what becomes of it.',
              comment: 'Empty list of withdrawals.',
            })}
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="rows">
            {items.map((withdrawal, index) => (
              <Row
                key={withdrawal.id}
                isNewest={index === 0}
                withdrawal={request?.id === withdrawal.id ? request : withdrawal}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

const icons = { pending: ClockIcon, paid: CheckIcon, rejected: AlertIcon };

function Row({ withdrawal, isNewest }: { withdrawal: Withdrawal; isNewest: boolean }) {
  const { i18n } = useLingui();
  const { status, method, account, amount, created_at, pay } = withdrawal;
  const standing = standingOf(withdrawal);
  const isCancelled = standing === 'cancelled';
  const reason = isCancelled ? null : withdrawal.reason;
  const methodName = useMethodName(method);
  const Icon = isCancelled ? CloseIcon : icons[status];
  return (
    <li className={`row withdrawal withdrawal-${isCancelled ? standing : status}`}>
      <span className="disc withdrawal-mark">
        <Icon size={20} />
      </span>
      <span className="row-main">
        <span>
          <bdi translate="no">{methodName}</bdi>{' '}
          <bdi className="withdrawal-account" dir="ltr" translate="no">
            {shortMaskedAccount(account)}
          </bdi>
        </span>
        <span className="row-note">
          <time dateTime={created_at}>{i18n.date(created_at, { dateStyle: 'medium' })}</time>
          {reason ? (
            <>
              {' '}
              · <bdi>{reason}</bdi>
            </>
          ) : null}
        </span>
        {isNewest ? <Reopen withdrawal={withdrawal} /> : null}
      </span>
      <span className="withdrawal-end">
        <strong>
          <Amount value={amount} />
        </strong>
        {pay && status !== 'rejected' ? (
          <span className="row-note" translate="no">
            {formatEstimate(pay.amount, pay.currency, i18n.locale)}
          </span>
        ) : null}
        <span className="withdrawal-status">{i18n._(shortStandingTexts[standing])}</span>
      </span>
      <WithdrawalObjection withdrawal={withdrawal} />
    </li>
  );
}
