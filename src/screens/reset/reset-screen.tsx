import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectResetState } from '../../../machines/reset.selectors.ts';
import { Contact } from '../../app/components/contact.tsx';
import { useMailedLinks } from '../../app/components/use-mailed-links.ts';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Card, Screen } from '../../ui/card.tsx';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ForgotForm } from './forgot-form.tsx';
import './reset.css';
import { ResetForm } from './reset-form.tsx';

/** Where a link to a new password leads. */
export default function ResetScreen() {
  const { t } = useLingui();
  const state = useSelector(useChild('reset'), selectResetState);
  const mailsLinks = useMailedLinks();
  return (
    <Screen title={t`Choose a new password`}>
      {state === 'done' ? <Done /> : null}
      {state === 'over' ? <Over /> : null}
      {state === 'missing' && !mailsLinks ? <Missing /> : null}
      {mailsLinks && (state === 'missing' || state === 'over') ? <ForgotForm /> : null}
      {state === 'editing' ||
      state === 'incomplete' ||
      state === 'sending' ||
      state === 'refused' ? (
        <ResetForm state={state} />
      ) : null}
    </Screen>
  );
}

function LogIn({ onPress }: { onPress?: () => void }) {
  const { t } = useLingui();
  return (
    <Link href={paths.login} className="button button-primary" onClick={onPress}>
      {t`Log in`}
    </Link>
  );
}

function Done() {
  const { t } = useLingui();
  const reset = useChild('reset');
  return (
    <Card>
      <EmptyState
        icon={<CheckIcon />}
        title={t`Your new password is set`}
        isHeading
        role="status"
        action={<LogIn onPress={() => reset.send({ type: 'login.pressed' })} />}
      >
        {t({
          message: 'You are logged out on all devices. Log in with the new password.',
          comment: 'After choosing a new password.',
        })}
      </EmptyState>
    </Card>
  );
}

function Over() {
  const { t } = useLingui();
  return (
    <Card className="reset-notice">
      <EmptyState
        icon={<AlertIcon />}
        tone="harm"
        title={t`This link is no longer valid`}
        isHeading
        role="alert"
        action={<LogIn />}
      >
        {t({
          message:
            'It was used already, or is too old. If you have just chosen a password, log in with it. Otherwise ask for a new link.',
          comment: 'Of a link that lets choose a new password once.',
        })}
      </EmptyState>
      <Contact />
    </Card>
  );
}

function Missing() {
  const { t } = useLingui();
  return (
    <Card className="reset-notice">
      <EmptyState icon={<AlertIcon />} title={t`Open the link that was sent to you`} isHeading>
        {t({
          message: 'It lets you choose a new password once. If you have no link, ask for one.',
          comment: 'It: the link that was sent to the user.',
        })}
      </EmptyState>
      <Contact />
    </Card>
  );
}
