import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectIsOffline } from '../../../machines/auth/age.selectors.ts';
import { selectInviteCode, selectIsUserOutdated } from '../../../machines/auth/auth.selectors.ts';
import { selectShareStep } from '../../../machines/share.selectors.ts';
import { LinkPicture } from '../../app/components/link-picture.tsx';
import { ShareHint } from '../../app/components/share-hint.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { canShare, inviteLink } from '../../ports/share.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { CopyIcon } from '../../ui/screen-icons.tsx';
import { Failure, Skeleton } from '../../ui/states.tsx';

/** The invite code, as text and QR code, and the ways to send it. */
export function InviteCard() {
  const { t } = useLingui();
  const auth = useChild('auth');
  const code = useSelector(auth, selectInviteCode);
  const isUserOutdated = useSelector(auth, selectIsUserOutdated);
  const isOffline = useSelector(auth, selectIsOffline);
  const link = code === null ? null : inviteLink(code);
  // the list below shows that the device is offline
  if (link === null && isOffline) return null;
  if (link === null && isUserOutdated) {
    return (
      <Card title={t`Your invite code`}>
        <Failure
          title={t`Your invite code could not be loaded.`}
          onRetry={() => auth.send({ type: 'user.outdated' })}
        />
      </Card>
    );
  }
  return (
    <Card title={t`Your invite code`}>
      <div className="invite-ticket" aria-busy={code === null}>
        <LinkPicture link={link} name={t`QR code of your invite link`} className="invite-picture" />
        <p className="invite-code" dir="ltr" translate="no">
          {code ?? <Skeleton width="6em" height="1.5em" />}
        </p>
        <p className="invite-link" dir="ltr" translate="no">
          {link ?? <Skeleton width="14em" />}
        </p>
      </div>
      <SendButtons isReady={code !== null} />
    </Card>
  );
}

/** Disabled while the code is unknown: there is nothing to send yet. */
function SendButtons({ isReady }: { isReady: boolean }) {
  const { t } = useLingui();
  const share = useChild('share-invite');
  const step = useSelector(share, selectShareStep);
  const send = () => share.send({ type: 'send.pressed' });
  return (
    <>
      <ShareHint share={share} />
      <div className="invite-ways">
        <Button
          icon={<CopyIcon />}
          busy={step === 'copying'}
          disabled={!isReady}
          onClick={() => share.send({ type: 'copy.pressed' })}
        >
          {t({ message: 'Copy link', comment: 'Button (verb). Beside another button: narrow.' })}
        </Button>
        {canShare() ? (
          <Button look="tonal" icon={<ShareIcon />} disabled={!isReady} onClick={send}>
            {t`Share`}
          </Button>
        ) : null}
      </div>
    </>
  );
}
