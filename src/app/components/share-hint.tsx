import { Trans } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { selectIsVisitor } from '../../../machines/auth/auth.selectors.ts';
import type { shareMachine } from '../../../machines/share.machine.ts';
import { selectShareStep } from '../../../machines/share.selectors.ts';
import { useChild } from '../system/use-child.ts';

/** Says when a share counts. The element is rendered before its text, so that screen readers read the text out. */
export function ShareHint({ share }: { share: ActorRefFrom<typeof shareMachine> }) {
  const isVisitor = useSelector(useChild('auth'), selectIsVisitor);
  const step = useSelector(share, selectShareStep);
  return (
    <p className="message share-hint" role="status">
      {step === 'copied' ? (
        <Trans>The link is copied. Send it to a friend, then come back here.</Trans>
      ) : null}
      {step === 'sent' && isVisitor ? <Trans>Thank you for sharing.</Trans> : null}
      {step === 'sent' && !isVisitor ? (
        <Trans comment="A share: sending the link, not a part.">
          A share counts when you leave for another app to send it, and come back within a minute.
        </Trans>
      ) : null}
    </p>
  );
}
