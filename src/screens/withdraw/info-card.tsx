import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import { LoadFailure } from '../../app/load-failure.tsx';
import { useMethodName } from '../../app/use-method-name.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BankIcon } from '../../ui/icons.tsx';
import { takeLostFocus } from '../../ui/lost-focus.ts';
import { openAndFocus } from '../../ui/open-and-focus.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { type WithdrawInfoActor, WithdrawInfoForm } from './info-form.tsx';

/** The form takes the place of the button that opens it. */
const edit = (info: WithdrawInfoActor, { currentTarget }: MouseEvent) =>
  openAndFocus(currentTarget.closest('section'), 'select', () =>
    info.send({ type: 'edit.pressed' }),
  );

/** Where the user is paid: read, set up and changed in one place. */
export function WithdrawInfoCard({ info }: { info: WithdrawInfoActor }) {
  const { t } = useLingui();
  const state = useSelector(info, (snapshot) => snapshot);
  const canChange = state.can({ type: 'edit.pressed' }) && state.context.info !== null;
  return (
    <Card
      title={t`Withdrawal info`}
      aside={
        canChange ? (
          <Button
            ref={takeLostFocus}
            look="quiet"
            className="info-edit"
            onClick={(event) => edit(info, event)}
          >
            {t`Change`}
          </Button>
        ) : null
      }
    >
      <Content info={info} />
    </Card>
  );
}

function Content({ info }: { info: WithdrawInfoActor }) {
  const { t } = useLingui();
  const state = useSelector(info, (snapshot) => snapshot);
  if (state.matches('failed')) {
    return (
      <LoadFailure
        title={t`Your withdrawal info could not be loaded.`}
        failure={state.context.failure}
        onRetry={() => info.send({ type: 'retry.pressed' })}
      />
    );
  }
  if (state.matches('editing') || state.matches('saving')) return <WithdrawInfoForm info={info} />;
  if (state.hasTag('busy')) return <Skeleton height="9rem" />;
  if (!state.context.info) return <NoInfo onSetUp={(event) => edit(info, event)} />;
  return <SetInfo info={info} />;
}

function NoInfo({ onSetUp }: { onSetUp: (event: MouseEvent) => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<BankIcon size={28} />}
      title={t`Where should your money go?`}
      action={<Button onClick={onSetUp}>{t`Set up withdrawal info`}</Button>}
    >
      {t`Set it up once. Then you can withdraw.`}
    </EmptyState>
  );
}

function SetInfo({ info }: { info: WithdrawInfoActor }) {
  const { t, i18n } = useLingui();
  const set = useSelector(info, ({ context }) => context.info);
  const methodName = useMethodName(info, set?.method);
  if (!set) return null;
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' });
  const facts = [
    [t`Country or region`, names.of(set.country) ?? set.country],
    [t`Method`, methodName],
    [t`Recipient name`, set.recipient_name],
    [t`Account`, set.account],
  ] as const;
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
