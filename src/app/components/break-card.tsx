import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ClockIcon } from '../../ui/screen-icons.tsx';
import './break-card.css';

/** Proposes a break; clips stay paused while the card is shown. */
export default function BreakCard({ onContinue }: { onContinue: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      shape="full"
      title={t({
        message: 'Time for a break?',
        comment: 'Title of a card over the feed, after half an hour of watching without a pause.',
      })}
      onClose={onContinue}
    >
      <span className="disc notice-icon">
        <ClockIcon />
      </span>
      <p>
        <Trans>You have been watching for a while. The videos will wait.</Trans>
      </p>
      <Button wide onClick={onContinue}>
        {t({
          message: 'Keep watching',
          comment: 'Button (verb) on the card that proposes a break: go on without one.',
        })}
      </Button>
    </Dialog>
  );
}
