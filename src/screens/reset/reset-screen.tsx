import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { Contact, useContact } from '../../app/components/contact.tsx';
import { useMailedLinks } from '../../app/components/use-mailed-links.ts';
import { paths } from '../../app/system/paths.ts';
import { useChild, useChildIfAny } from '../../app/system/use-child.ts';
import { Card, Screen } from '../../ui/card.tsx';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EmailLink } from './email-link.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { Recover } from './recover-form.tsx';
import './reset.css';
import { ResetForm } from './reset-form.tsx';

/** Page of mailed links, and of forgotten passwords. */
export default function LinkScreen() {
  const { t } = useLingui();
  const state = useSelector(useChild('emailLink'), selectState);
  if (state === 'opening' || state === 'missing') return <ResetScreen />;
  return (
    <Screen title={t`Your email`}>
      <EmailLink state={state} />
    </Screen>
  );
}

function ResetScreen() {
  const { t } = useLingui();
  const reset = useChild('reset');
  const state = useSelector(reset, selectState);
  // a log-in in another tab stops the actor
  const recover = useChildIfAny('recover');
  const isRecovered = useSelector(recover, (at) => at && selectState(at)) === 'done';
  const hasNoValidLink = state === 'missing' || state === 'over';
  return (
    <Screen title={t`Choose a new password`}>
      {state === 'done' ? <Done onLogIn={() => reset.send({ type: 'login.pressed' })} /> : null}
      {hasNoValidLink && isRecovered ? (
        <Done onLogIn={() => recover?.send({ type: 'login.pressed' })} />
      ) : null}
      {hasNoValidLink && !isRecovered ? <NoValidLink state={state} /> : null}
      {state === 'editing' ||
      state === 'incomplete' ||
      state === 'sending' ||
      state === 'refused' ? (
        <ResetForm />
      ) : null}
    </Screen>
  );
}

/** Without a working link: the form for a new one, where links are mailed, and the recovery codes. */
function NoValidLink({ state }: { state: 'missing' | 'over' }) {
  const mailsLinks = useMailedLinks();
  const canRequestLink = useChildIfAny('forgot') !== undefined;
  return (
    <>
      {state === 'over' ? <ExpiredLink mailsLinks={mailsLinks} /> : null}
      {state === 'missing' && !mailsLinks ? <Missing /> : null}
      {mailsLinks && canRequestLink ? <ForgotForm /> : null}
      <Recover />
    </>
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

function Done({ onLogIn }: { onLogIn: () => void }) {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState
        icon={<CheckIcon />}
        title={t`Your new password is set`}
        isHeading
        role="status"
        action={<LogIn onPress={onLogIn} />}
      >
        {t({
          message: 'You are logged out on all devices. Log in with the new password.',
          comment: 'After choosing a new password.',
        })}
      </EmptyState>
    </Card>
  );
}

function ExpiredLink({ mailsLinks }: { mailsLinks: boolean }) {
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
      {mailsLinks ? <Contact /> : <OperatorContact />}
    </Card>
  );
}

function Missing() {
  const { t } = useLingui();
  return (
    <Card className="reset-notice">
      <EmptyState icon={<AlertIcon />} title={t`Open the link that was sent to you`} isHeading>
        {t({
          message:
            'It lets you choose a new password once. Without a link, use one of your recovery codes.',
          comment: 'It: the link that was sent to the user.',
        })}
      </EmptyState>
      <OperatorContact />
    </Card>
  );
}

/** Contact for people without recovery codes, where no links are mailed. */
function OperatorContact() {
  const contact = useContact();
  return (
    <p className="card-note">
      {contact ? (
        <Trans comment="<0>: an address or a telephone number of whom to ask, as the operator wrote it. The link lets choose a new password.">
          If you have no recovery codes, ask <bdi translate="no">{contact}</bdi> for a link.
        </Trans>
      ) : (
        <Trans comment="The link lets choose a new password.">
          If you have no recovery codes, only the operator of this app can send you a link.
        </Trans>
      )}
    </p>
  );
}
