import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import { selectInviteCode, selectIsVisitor } from '../../../machines/auth/auth.selectors.ts';
import type { shareMachine } from '../../../machines/share.machine.ts';
import { selectShareStep } from '../../../machines/share.selectors.ts';
import { canShare, inviteLink } from '../../ports/share.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { CopyIcon } from '../../ui/screen-icons.tsx';
import { paths } from '../system/paths.ts';
import { LinkPicture } from './link-picture.tsx';
import { linkToShare } from './link-to-share.ts';
import { ShareHint } from './share-hint.tsx';
import './share-sheet.css';
import { useChild, useChildIfAny } from '../system/use-child.ts';

interface ShareSheetProps {
  share: ActorRefFrom<typeof shareMachine>;
  /** the reward of a share, for members */
  children: ReactNode;
  /** the call for the share's extra views is pending */
  busy?: boolean;
  onClose: () => void;
  /** text of the button that closes the sheet, where closing has an effect */
  closing?: string;
}

/** The sheet with the ways to share, and the next step after copying. */
export function ShareSheet({ share, children, busy = false, onClose, closing }: ShareSheetProps) {
  const { t } = useLingui();
  const isVisitor = useSelector(useChild('auth'), selectIsVisitor);
  const copies = useSelector(share, selectShareStep) === 'copying';
  const videoId = useSelector(
    useChildIfAny('feed'),
    (feed) => linkToShare(share.id, feed, null).videoId,
  );
  return (
    <Sheet
      title={t({ message: 'Share with friends', comment: 'Title of a sheet (verb).' })}
      onClose={onClose}
    >
      <div className="share-why">
        <SharedLink place={share.id} />
        <p>
          {isVisitor ? (
            <Trans comment="For visitors: if you log in.">
              Logged in, you also earn for every friend who joins.
            </Trans>
          ) : (
            children
          )}
        </p>
      </div>
      <ShareHint share={share} />
      <Button
        wide
        icon={<CopyIcon />}
        busy={copies || busy}
        onClick={() => share.send({ type: 'copy.pressed', videoId })}
      >{t`Copy link`}</Button>
      {canShare() ? (
        <Button
          wide
          look="tonal"
          icon={<ShareIcon />}
          onClick={() => share.send({ type: 'send.pressed', videoId })}
        >{t`Share`}</Button>
      ) : null}
      {isVisitor ? (
        <Link href={paths.login} className="button button-tonal button-wide">
          {t`Log in to earn`}
        </Link>
      ) : null}
      <Button wide look="quiet" onClick={onClose}>
        {closing ?? t({ message: 'Close', comment: 'Button (verb): close the dialog.' })}
      </Button>
    </Sheet>
  );
}

/** The shared link as a QR code, for the camera of another phone. */
function SharedLink({ place }: { place: string }) {
  const { t } = useLingui();
  const code = useSelector(useChild('auth'), selectInviteCode);
  const link = useSelector(useChildIfAny('feed'), (feed) => linkToShare(place, feed, code).url);
  const isInvitation = code !== null && link === inviteLink(code);
  const name = isInvitation ? t`QR code of your invite link` : t`QR code of the link`;
  return <LinkPicture link={link} name={name} className="share-picture" />;
}
