import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useChildIfAny, useRoot } from '../../app/system/use-child.ts';
import { IconButton } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const ShareSheet = lazyComponent(async () => ({
  default: (await import('../../app/components/share-sheet.tsx')).ShareSheet,
}));

/** Opens the share dialog over the feed. */
export function ShareButton() {
  const { t } = useLingui();
  const root = useRoot();
  const share = useChildIfAny('share-feed');
  const isOpen = useSelector(share, (snapshot) => snapshot?.matches('closed') === false);
  return (
    <>
      <IconButton name={t`Share`} onClick={() => root.send({ type: 'share.pressed' })}>
        <ShareIcon size={26} />
      </IconButton>
      {share && isOpen ? (
        <ShareSheet share={share} onClose={() => share.send({ type: 'dialog.closed' })}>
          <Trans>You earn a bonus for every friend who joins with your link.</Trans>
        </ShareSheet>
      ) : null}
    </>
  );
}
