import { Trans } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { shareMachine } from '../../machines/share.machine.ts';
import './share-hint.css';
import { useSystem } from './system-context.tsx';

/** What is left to do for a share to count; its place is there before the words are. */
export function ShareHint({ share }: { share: ActorRefFrom<typeof shareMachine> }) {
  const { auth } = useSystem();
  const isVisitor = useSelector(auth, ({ context }) => context.token === null);
  const isCopied = useSelector(share, (snapshot) => snapshot.matches('watching'));
  const isSent = useSelector(share, (snapshot) => snapshot.matches('sent'));
  return (
    <p className="share-hint" role="status">
      {isCopied ? (
        <Trans>The link is copied. Send it to a friend, then come back here.</Trans>
      ) : null}
      {isSent && isVisitor ? <Trans>Thank you for sharing.</Trans> : null}
      {isSent && !isVisitor ? (
        <Trans>
          A share counts when you leave for another app to send it, and come back within a minute.
        </Trans>
      ) : null}
    </p>
  );
}
