import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { shareBlueprint } from '../../app/actors/share.actors.ts';
import { ShareSheet } from '../../app/share-sheet.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/icons.tsx';

/** Opens the share dialog over the feed. */
export function ShareButton() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const share = useScreenActor(shareBlueprint(effects, 'feed'));
  const isOpen = useSelector(share, (snapshot) => !snapshot.matches('closed'));
  return (
    <>
      <IconButton name={t`Share`} onClick={() => share.send({ type: 'share.pressed' })}>
        <ShareIcon size={26} />
      </IconButton>
      {isOpen ? (
        <ShareSheet share={share} onClose={() => share.send({ type: 'dialog.closed' })}>
          <Trans>You earn a bonus for every friend who joins with your link.</Trans>
        </ShareSheet>
      ) : null}
    </>
  );
}
