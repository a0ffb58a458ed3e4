import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import type { ChildRef } from '../../../machines/app/children.ts';
import {
  selectFailure,
  selectInfo,
  selectInfoStep,
} from '../../../machines/withdraw-info.selectors.ts';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { shortMaskedAccount } from '../../app/components/masked-account.ts';
import { useMethodName } from '../../app/components/use-method-name.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { openAndFocus } from '../../ui/open-and-focus.ts';
import { BankIcon } from '../../ui/screen-icons.tsx';
import { EmptyState, Skeleton, SlowLoadingNotice } from '../../ui/states.tsx';
import { WithdrawInfoForm } from './info-form.tsx';

/** Opens the form, which replaces the pressed button. */
const edit = (info: ChildRef<'withdrawInfo'>, { currentTarget }: MouseEvent) =>
  openAndFocus(currentTarget.closest('section'), 'select', () =>
    info.send({ type: 'edit.pressed' }),
  );

/** The payee: shown, set up and changed in one card. */
export function WithdrawInfoCard() {
  const { t } = useLingui();
  const info = useChild('withdrawInfo');
  const step = useSelector(info, selectInfoStep);
  if (step === 'offline') return null;
  return (
    <Card
      title={t({
        message: 'Withdrawal info',
        comment: 'Where the user’s money is sent: country, method, name, account.',
      })}
      aside={
        step === 'set' ? (
          <Button
            ref={focusIfLost}
            look="quiet"
            className="info-edit"
            onClick={(event) => edit(info, event)}
          >
            {t({
              message: 'Change',
              comment:
                'Button (verb): change the saved withdrawal info. In a card’s corner: narrow.',
            })}
          </Button>
        ) : null
      }
    >
      <Content />
    </Card>
  );
}

function Content() {
  const { t } = useLingui();
  const info = useChild('withdrawInfo');
  const step = useSelector(info, selectInfoStep);
  const failure = useSelector(info, selectFailure);
  if (step === 'failed') {
    return (
      <LoadFailure
        title={t`Your withdrawal info could not be loaded.`}
        failure={failure}
        onRetry={() => info.send({ type: 'retry.pressed' })}
      />
    );
  }
  if (step === 'editing' || step === 'saving' || step === 'proving') return <WithdrawInfoForm />;
  if (step === 'loading') {
    return (
      <div className="waiting">
        <Skeleton height="9rem" />
        <SlowLoadingNotice />
      </div>
    );
  }
  if (step === 'missing') return <NoInfo onSetUp={(event) => edit(info, event)} />;
  return <SetInfo />;
}

function NoInfo({ onSetUp }: { onSetUp: (event: MouseEvent) => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<BankIcon />}
      title={t`Where should your money go?`}
      action={
        <Button onClick={onSetUp}>
          {t({ message: 'Set up withdrawal info', comment: 'Button (verb).' })}
        </Button>
      }
    >
      {t({
        message: 'Set it up once. Then you can withdraw.',
        comment: 'It: the withdrawal info.',
      })}
    </EmptyState>
  );
}

function SetInfo() {
  const { t, i18n } = useLingui();
  const set = useSelector(useChild('withdrawInfo'), selectInfo);
  const methodName = useMethodName(set?.method);
  if (!set) return null;
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' });
  const rows = [
    [t`Country or region`, names.of(set.country) ?? set.country, 'auto'],
    [
      t({
        message: 'Method',
        comment: 'The way in which money is paid out, such as PayPal or a bank. Label of a field.',
      }),
      methodName,
      'auto',
    ],
    [
      t({ message: 'Recipient name', comment: 'Label of a field: who receives the money.' }),
      set.recipient_name,
      'auto',
    ],
    [
      t({
        message: 'Account',
        comment:
          'Where the money is sent: a bank or wallet account number, not the user’s account in this app. Label of a field.',
      }),
      shortMaskedAccount(set.account),
      'ltr',
    ],
  ] as const;
  return (
    <dl className="details">
      {rows.map(([name, value, direction]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi dir={direction} translate="no">
              {value}
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
