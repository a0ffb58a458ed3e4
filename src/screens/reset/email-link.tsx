import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { EmailLinkUsed } from '../../../machines/email-link.machine.ts';
import {
  type EmailLinkState,
  selectLinkKind,
  selectUsed,
} from '../../../machines/email-link.selectors.ts';
import { selectRefusal } from '../../../machines/sheet.selectors.ts';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Mailed link that confirms an e-mail or undoes its change: it needs a press, because mail servers open links, too. */
export function EmailLink({ state }: { state: EmailLinkState }) {
  const actor = useChild('emailLink');
  const kind = useSelector(actor, selectLinkKind);
  const used = useSelector(actor, selectUsed);
  return (
    <Card>
      {state === 'over' ? <ExpiredLink /> : null}
      {used ? <Done used={used} /> : null}
      {state === 'asking' || state === 'sending' || state === 'refused' ? (
        <Asking isUndo={kind === 'undo'} isSending={state === 'sending'} />
      ) : null}
    </Card>
  );
}

function Asking({ isUndo, isSending }: { isUndo: boolean; isSending: boolean }) {
  const { t } = useLingui();
  const actor = useChild('emailLink');
  const refusal = useSelector(actor, selectRefusal);
  const press = (
    <>
      <FormError error={refusal ? failureText(refusal) : undefined} />
      <Button wide busy={isSending} onClick={() => actor.send({ type: 'link.pressed' })}>
        {isUndo
          ? t({
              message: 'Undo the change',
              comment: 'Button (verb): get back the email that was yours before.',
            })
          : t`Confirm`}
      </Button>
    </>
  );
  return isUndo ? (
    <EmptyState title={t`Your email was changed`} icon={<AlertIcon />} isHeading action={press}>
      {t`If you did not change it, undo the change. This email becomes yours again, and all devices are logged out.`}
    </EmptyState>
  ) : (
    <EmptyState title={t`Confirm your email`} icon={<CheckIcon />} isHeading action={press}>
      {t({
        message: 'It becomes the email of your account.',
        comment: 'It: the email address to which the link was sent that opened this page.',
      })}
    </EmptyState>
  );
}

interface FinishedProps {
  title: string;
  action: ReactNode;
  children?: ReactNode;
}

function Finished({ title, action, children }: FinishedProps) {
  return (
    <EmptyState icon={<CheckIcon />} title={title} isHeading role="status" action={action}>
      {children}
    </EmptyState>
  );
}

function Done({ used: { isChanged, passwordCode } }: { used: EmailLinkUsed }) {
  const { t } = useLingui();
  const look = 'button button-primary';
  if (passwordCode !== null) {
    const link = (
      // the same page, opened by the new link
      <a href={`${paths.reset}#code=${passwordCode}`} className={look}>
        {t`Choose a new password`}
      </a>
    );
    return (
      <Finished title={t`Your old email is back`} action={link}>
        {t`You are logged out on all devices. Somebody may know your password: choose a new one now.`}{' '}
        {t`Your recovery codes no longer work.`}
      </Finished>
    );
  }
  const link = (
    <Link href={paths.mine} className={look}>
      {t`My Profile`}
    </Link>
  );
  return isChanged ? (
    <Finished title={t`Your email is changed`} action={link}>
      {t`All your other devices are logged out. A link to undo the change was sent to your old email.`}
    </Finished>
  ) : (
    <Finished title={t`Your email is confirmed`} action={link} />
  );
}

function ExpiredLink() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<AlertIcon />}
      tone="harm"
      title={t`This link is no longer valid`}
      isHeading
      role="alert"
    >
      {t({
        message: 'It was used already, is too old, or somebody else has this email by now.',
        comment: 'It: a link that was sent to an email address.',
      })}
    </EmptyState>
  );
}
