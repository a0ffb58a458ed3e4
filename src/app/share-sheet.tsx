import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { shareMachine } from '../../machines/share.machine.ts';
import { canShare, inviteLink } from '../ports/share.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { CopyIcon, ShareIcon } from '../ui/icons.tsx';
import { LinkPicture } from './link-picture.tsx';
import { LOGIN_PATH } from './path.ts';
import { ShareHint } from './share-hint.tsx';
import './share-sheet.css';
import { useSystem } from './system-context.tsx';

interface ShareSheetProps {
  share: ActorRefFrom<typeof shareMachine>;
  /** what it brings somebody who is logged in */
  children: ReactNode;
  /** the server is being asked what the share brings */
  busy?: boolean;
  onClose: () => void;
}

/** Ways to share, and what to do after copying. */
export function ShareSheet({ share, children, busy = false, onClose }: ShareSheetProps) {
  const { t } = useLingui();
  const { auth } = useSystem();
  const isVisitor = useSelector(auth, ({ context }) => context.token === null);
  const copies = useSelector(share, (snapshot) => snapshot.matches('copying'));
  return (
    <Sheet title={t`Share with friends`} onClose={onClose}>
      <div className="share-why">
        <SharedLink />
        <p>
          {isVisitor ? (
            <Trans>Logged in, you also earn for every friend who joins.</Trans>
          ) : (
            children
          )}
        </p>
      </div>
      <ShareHint share={share} />
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
      {isVisitor ? (
        <Link href={LOGIN_PATH} className="button button-tonal button-wide">
          {t`Log in to earn`}
        </Link>
      ) : null}
      <Button wide look="quiet" onClick={onClose}>{t`Close`}</Button>
    </Sheet>
  );
}

/** What is shared, for the camera of somebody who is near. */
function SharedLink() {
  const { t } = useLingui();
  const { auth } = useSystem();
  const code = useSelector(auth, ({ context }) => context.user?.invite_code ?? null);
  const name = code === null ? t`QR code of the link` : t`QR code of your invite link`;
  return <LinkPicture link={inviteLink(code)} name={name} className="share-picture" />;
}
