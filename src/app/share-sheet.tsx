import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { shareMachine } from '../../machines/share.machine.ts';
import { canShare } from '../ports/share.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { CopyIcon, ShareIcon } from '../ui/icons.tsx';

interface ShareSheetProps {
  share: ActorRefFrom<typeof shareMachine>;
  /** why to share */
  children: ReactNode;
  /** the server is being asked what the share brings */
  busy?: boolean;
  onClose: () => void;
}

/** Ways to share, and what to do after copying. */
export function ShareSheet({ share, children, busy = false, onClose }: ShareSheetProps) {
  const { t } = useLingui();
  const copies = useSelector(share, (snapshot) => snapshot.matches('copying'));
  const watches = useSelector(share, (snapshot) => snapshot.matches('watching'));
  return (
    <Sheet title={t`Share with friends`} onClose={onClose}>
      <p>{children}</p>
      {watches ? (
        <p className="share-next" role="status">
          <Trans>The link is copied. Send it to a friend, then come back here.</Trans>
        </p>
      ) : null}
      <Button
        wide
        icon={<CopyIcon size={20} />}
        busy={copies || busy}
        onClick={() => share.send({ type: 'copy.pressed' })}
      >{t`Copy link`}</Button>
      {canShare() ? (
        <Button
          wide
          look="tonal"
          icon={<ShareIcon size={20} />}
          onClick={() => share.send({ type: 'send.pressed' })}
        >{t`Share`}</Button>
      ) : null}
      <Button wide look="quiet" onClick={onClose}>{t`Close`}</Button>
    </Sheet>
  );
}
