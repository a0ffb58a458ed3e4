import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectHasPrivacy, selectHasTerms } from '../../../machines/agreement.selectors.ts';
import { selectRefusal, selectState } from '../../../machines/sheet.selectors.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { startAgreement } from '../actors/agreement.actors.ts';
import { useChild, useChildIfAny } from '../system/use-child.ts';
import { ActorSheet, StartedSheet } from './actor-sheet.tsx';
import { OperatorPages } from './operator-page.tsx';

interface Props {
  /** the new versions, as the server names them */
  pages: string;
}

/** The sheet in which a member reads and agrees to changed terms. */
export default function AgreementSheet({ pages }: Props) {
  const actor = useChildIfAny('agreement');
  // a newer version opens the closed sheet again
  useEffect(() => actor?.send({ type: 'pages.shown', pages }), [actor, pages]);
  return (
    <StartedSheet child="agreement" start={startAgreement(pages)}>
      <Opened />
    </StartedSheet>
  );
}

const newerText = msg({
  message: 'There is a newer version by now. Please read it.',
  comment: 'Of terms of use or a privacy policy, which have changed again.',
});

function Opened() {
  const { t } = useLingui();
  const actor = useChild('agreement');
  const isBusy = useSelector(actor, selectState) === 'sending';
  const failure = useSelector(actor, selectRefusal);
  const hasTerms = useSelector(actor, selectHasTerms);
  const hasPrivacy = useSelector(actor, selectHasPrivacy);
  const isNewer = failure?.kind === 'refused' && failure.reason === 'agreement_needed';
  return (
    <ActorSheet
      child="agreement"
      title={hasTerms ? t`New terms of use` : t`New privacy policy`}
      isCompleted
    >
      <p>
        {hasTerms
          ? t`Please read what is new. If you do not agree, you can still withdraw your balance and delete your account.`
          : t`Please read what is new about your data.`}
      </p>
      <OperatorPages
        pages={[hasTerms ? ('terms' as const) : [], hasPrivacy ? ('privacy' as const) : []].flat()}
      />
      <FormError error={isNewer ? newerText : failure && failureText(failure)} />
      <Button wide busy={isBusy} onClick={() => actor.send({ type: 'agree.pressed' })}>
        {hasTerms
          ? t({ message: 'Agree', comment: 'Button (verb): to the new terms of use.' })
          : t({ message: 'I have read it', comment: 'Button: the new privacy policy.' })}
      </Button>
      <Button
        wide
        look="quiet"
        aria-disabled={isBusy || undefined}
        onClick={() => actor.send({ type: 'dialog.closed' })}
      >
        {t`Later`}
      </Button>
    </ActorSheet>
  );
}
