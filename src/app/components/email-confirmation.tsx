import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ChildRef } from '../../../machines/app/children.ts';
import {
  selectConfirmation,
  selectEmailFailure,
  selectPresentEmail,
} from '../../../machines/email-confirmation.selectors.ts';
import { isOffline } from '../../../machines/offline.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { Skeleton } from '../../ui/states.tsx';
import { startEmailConfirmation } from '../actors/email-confirmation.actors.ts';
import { useChildIfAny } from '../system/use-child.ts';
import { useStarted } from '../system/use-started.ts';
import { LoadFailure } from './load-failure.tsx';
import { Offline } from './offline.tsx';

/** The present e-mail, whether it is confirmed, and the button that sends the link. */
export default function EmailConfirmation() {
  const actor = useChildIfAny('emailConfirmation');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once on opening; an actor that starts now asks by itself
  useEffect(() => actor?.send({ type: 'opened' }), []);
  useStarted(startEmailConfirmation);
  return actor ? <Present actor={actor} /> : <Skeleton height="2.5rem" />;
}

type Props = { actor: ChildRef<'emailConfirmation'> };

function Present({ actor }: Props) {
  const { t } = useLingui();
  const state = useSelector(actor, selectConfirmation);
  const failure = useSelector(actor, selectEmailFailure);
  const present = useSelector(actor, selectPresentEmail);
  if (state === 'lost') {
    const retry = () => actor.send({ type: 'retry.pressed' });
    return failure && isOffline(failure) ? (
      <Offline onRetry={retry} />
    ) : (
      <LoadFailure title={t`This could not be loaded.`} failure={failure} onRetry={retry} />
    );
  }
  if (!present || state === 'loading') return <Skeleton height="2.5rem" />;
  const isConfirmed = state === 'confirmed';
  return (
    <div className="stack">
      <div className={`requirement ${isConfirmed ? 'requirement-met' : ''}`}>
        <span className="requirement-label requirement-address">
          <bdi dir="ltr" translate="no">
            {present.email}
          </bdi>
        </span>
        <span className="requirement-count">
          {isConfirmed ? <CheckIcon size={18} /> : null}
          {isConfirmed
            ? t({ message: 'Confirmed', comment: 'State of the user’s email. Narrow.' })
            : t({ message: 'Not confirmed', comment: 'State of the user’s email. Narrow.' })}
        </span>
      </div>
      {isConfirmed ? null : <Link actor={actor} />}
    </div>
  );
}

function Link({ actor }: Props) {
  const { t } = useLingui();
  const state = useSelector(actor, selectConfirmation);
  const failure = useSelector(actor, selectEmailFailure);
  return (
    <>
      <p className="card-note" role="status">
        {state === 'sent'
          ? t({
              message:
                'A link is on its way to this email. It works once, for 24 hours, on any device. Look in your spam folder, too.',
              comment: 'After asking for a link that confirms one’s email.',
            })
          : t({
              message: 'Open the link that we send to this email, and it is confirmed.',
              comment: 'Above a button that sends the link.',
            })}
      </p>
      <FormError error={failure ? failureText(failure) : undefined} />
      <Button
        ref={focusIfLost}
        look="tonal"
        wide
        busy={state === 'sending'}
        onClick={() => actor.send({ type: 'send.pressed' })}
      >
        {state === 'sent'
          ? t({
              message: 'Send the link again',
              comment: 'Button (verb): a link that confirms one’s email.',
            })
          : t`Send link`}
      </Button>
    </>
  );
}
