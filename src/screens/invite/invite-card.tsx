import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { shareBlueprint } from '../../app/actors/share.actors.ts';
import { LinkPicture } from '../../app/link-picture.tsx';
import { ShareHint } from '../../app/share-hint.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { canShare, inviteLink } from '../../ports/share.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyIcon, ShareIcon } from '../../ui/icons.tsx';
import { Failure, Skeleton } from '../../ui/states.tsx';

/** The code, for cameras and for eyes, and the ways to send it. */
export function InviteCard() {
  const { t } = useLingui();
  const { auth } = useSystem();
  const code = useSelector(auth, ({ context }) => context.user?.invite_code ?? null);
  const isLost = useSelector(auth, (state) => state.matches({ loggedIn: 'outdated' }));
  const link = code === null ? null : inviteLink(code);
  if (link === null && isLost) {
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
        <p className="invite-code">{code ?? <Skeleton width="6em" height="1.5em" />}</p>
        <p className="invite-link">{link ?? <Skeleton width="14em" />}</p>
      </div>
      <SendButtons isReady={code !== null} />
    </Card>
  );
}

/** Without the code there is nothing to send yet. */
function SendButtons({ isReady }: { isReady: boolean }) {
  const { t } = useLingui();
  const { effects } = useSystem();
  const share = useScreenActor(shareBlueprint(effects, 'invite'));
  const copies = useSelector(share, (state) => state.hasTag('busy'));
  const send = () => share.send({ type: 'send.pressed' });
  return (
    <>
      <ShareHint share={share} />
      <div className="invite-ways">
        <Button
          icon={<CopyIcon size={20} />}
          busy={copies}
          disabled={!isReady}
          onClick={() => share.send({ type: 'copy.pressed' })}
        >
          {t`Copy link`}
        </Button>
        {canShare() ? (
          <Button look="tonal" icon={<ShareIcon size={20} />} disabled={!isReady} onClick={send}>
            {t`Share`}
          </Button>
        ) : null}
      </div>
    </>
  );
}
