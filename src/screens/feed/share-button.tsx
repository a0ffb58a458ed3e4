import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { shareBlueprint } from '../../app/actors/share.actors.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { canShare } from '../../ports/share.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { CopyIcon, ShareIcon } from '../../ui/icons.tsx';

/** Opens the share dialog over the feed. */
export function ShareButton() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const share = useScreenActor(shareBlueprint(effects, 'feed'));
  const isOpen = useSelector(share, (snapshot) => !snapshot.matches('closed'));
  const copies = useSelector(share, (snapshot) => snapshot.matches('copying'));
  const close = () => share.send({ type: 'dialog.closed' });
  return (
    <>
      <IconButton name={t`Share`} onClick={() => share.send({ type: 'share.pressed' })}>
        <ShareIcon size={26} />
      </IconButton>
      {isOpen ? (
        <Sheet title={t`Share with friends`} onClose={close}>
          <p>
            <Trans>A friend who joins with your link earns a bonus for both of you.</Trans>
          </p>
          <Button
            wide
            icon={<CopyIcon size={20} />}
            busy={copies}
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
          <Button wide look="quiet" onClick={close}>{t`Close`}</Button>
        </Sheet>
      ) : null}
    </>
  );
}
