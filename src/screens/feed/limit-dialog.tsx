import { Trans, useLingui } from '@lingui/react/macro';
import type { LimitDialogState } from '../../../machines/earning.selectors.ts';
import NextDay from '../../app/components/next-day.tsx';
import { ShareSheet } from '../../app/components/share-sheet.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import type { EarningActor } from './actors.ts';

interface LimitDialogProps {
  earning: EarningActor;
  state: Exclude<LimitDialogState, 'closed'>;
}

/** Notice that the day's paid videos are used up; while a share can still add some, it offers to share. */
export default function LimitDialog({ earning, state }: LimitDialogProps) {
  const { t } = useLingui();
  const share = useChild('share-limit');
  const goOn = t({
    message: 'Keep watching',
    comment: 'Button (verb) when no more paid videos are left today: go on without rewards.',
  });
  const close = () => {
    share.send({ type: 'dialog.closed' });
    earning.send({ type: 'limit.dismissed' });
  };
  if (state === 'spent') {
    return (
      <Sheet
        title={t({
          message: 'Daily limit reached',
          comment: 'Title and narrow note over a clip: no more paid videos today.',
        })}
        onClose={close}
      >
        <p>
          <Trans>You can go on watching.</Trans> <NextDay />
        </p>
        <Button wide onClick={close}>
          {goOn}
        </Button>
      </Sheet>
    );
  }
  return (
    <ShareSheet share={share} busy={state === 'addingViews'} onClose={close} closing={goOn}>
      <Trans>Today’s paid videos are used up. Share to earn with more.</Trans> <NextDay />
    </ShareSheet>
  );
}
