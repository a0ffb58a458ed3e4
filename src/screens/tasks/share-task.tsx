import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { compareMoney } from '../../../contract/money.ts';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { selectShareStep } from '../../../machines/share.selectors.ts';
import { ShareSheet } from '../../app/components/share-sheet.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { TaskCard } from './task-card.tsx';

/** The first share of each day is paid, unless the operator pays nothing for it. */
export function ShareTask() {
  const { t } = useLingui();
  const share = useChild('share-tasks');
  const isOpen = useSelector(share, selectShareStep) !== 'closed';
  // until this is known, the text is true for any day
  const isDoneToday = useSelector(useChild('sharedToday'), selectValue) ?? false;
  const reward = useSelector(useChild('config'), selectValue)?.rewards.share ?? null;
  if (reward !== null && compareMoney(reward, '0') === 0) return null;
  return (
    <TaskCard
      title={t({
        message: 'Share once a day',
        comment: 'Name of a task, and of a reward in a list (verb).',
      })}
      note={
        isDoneToday
          ? t({
              message: 'Today’s reward is yours. Tomorrow brings the next one.',
              comment: 'The reward for the day’s first share.',
            })
          : t`Your first share of each day is rewarded.`
      }
      icon={<ShareIcon />}
      reward={reward}
      button={
        <Button look="tonal" onClick={() => share.send({ type: 'share.pressed' })}>
          {isDoneToday
            ? t({ message: 'Share again', comment: 'Button (verb). Narrow.' })
            : t({
                message: 'Share',
                comment: 'Button (verb): send the link to others. Beside another button: narrow.',
              })}
        </Button>
      }
    >
      {isOpen ? (
        <ShareSheet share={share} onClose={() => share.send({ type: 'dialog.closed' })}>
          <Trans>You earn a bonus for every friend who joins with your link.</Trans>
        </ShareSheet>
      ) : null}
    </TaskCard>
  );
}
