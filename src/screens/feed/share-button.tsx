import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { lazy, useEffect, useState } from 'react';
import type { ChildRef } from '../../../machines/app/children.ts';
import { useChildIfAny } from '../../app/system/use-child.ts';
import { IconButton } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { LatePart } from '../../ui/late-part.tsx';

const ShareSheet = lazy(async () => ({
  default: (await import('../../app/parts/share-sheet.tsx')).ShareSheet,
}));

/** Presses the button once its actor runs, which comes with the last stage of starting. */
function usePress(share: ChildRef<'share-feed'> | undefined): () => void {
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    if (!share || !isPressed) return;
    setIsPressed(false);
    share.send({ type: 'share.pressed' });
  }, [share, isPressed]);
  return () => setIsPressed(true);
}

/** Opens the share dialog over the feed. */
export function ShareButton() {
  const { t } = useLingui();
  const share = useChildIfAny('share-feed');
  const press = usePress(share);
  const isOpen = useSelector(share, (snapshot) => snapshot?.matches('closed') === false);
  return (
    <>
      <IconButton name={t`Share`} onClick={press}>
        <ShareIcon size={26} />
      </IconButton>
      {share && isOpen ? (
        <LatePart>
          <ShareSheet share={share} onClose={() => share.send({ type: 'dialog.closed' })}>
            <Trans>You earn a bonus for every friend who joins with your link.</Trans>
          </ShareSheet>
        </LatePart>
      ) : null}
    </>
  );
}
