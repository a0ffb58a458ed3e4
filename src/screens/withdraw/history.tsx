import { useLingui } from '@lingui/react/macro';
import type { Withdrawal } from '../../../contract/shapes.ts';
import { withdrawalListBlueprint } from '../../app/actors/withdraw.actors.ts';
import { PagedList } from '../../app/paged-list.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { useMethodName } from '../../app/use-method-name.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { AlertIcon, CheckIcon, ClockIcon, PurseIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { WithdrawInfoActor } from './info-form.tsx';

/** Every withdrawal, and what became of it. */
export function WithdrawalHistory({ info }: { info: WithdrawInfoActor }) {
  const { t } = useLingui();
  const { effects } = useSystem();
  const withdrawals = useScreenActor(withdrawalListBlueprint(effects));
  return (
    <Card title={t`Withdrawal history`}>
      <PagedList
        list={withdrawals}
        failed={t`Your withdrawals could not be loaded.`}
        empty={
          <EmptyState icon={<PurseIcon size={28} />} title={t`No withdrawals yet`}>
            {t`What you ask for appears here, and what becomes of it.`}
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="rows">
            {items.map((withdrawal) => (
              <Row key={withdrawal.id} withdrawal={withdrawal} info={info} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

const icons = { pending: ClockIcon, paid: CheckIcon, rejected: AlertIcon };

function Row({ withdrawal, info }: { withdrawal: Withdrawal; info: WithdrawInfoActor }) {
  const { t, i18n } = useLingui();
  const { status, method, account, amount, reason, created_at } = withdrawal;
  const methodName = useMethodName(info, method);
  const words = { pending: t`In process`, paid: t`Paid`, rejected: t`Rejected` };
  const Icon = icons[status];
  return (
    <li className={`row withdrawal withdrawal-${status}`}>
      <span className="withdrawal-mark">
        <Icon size={20} />
      </span>
      <span className="row-main">
        <span>
          {methodName} <bdi>{account}</bdi>
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
      </span>
      <span className="withdrawal-end">
        <strong>
          <Amount value={amount} />
        </strong>
        <span className="withdrawal-status">{words[status]}</span>
      </span>
    </li>
  );
}
