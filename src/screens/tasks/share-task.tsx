import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { configBlueprint } from '../../app/actors/config.actors.ts';
import { shareBlueprint } from '../../app/actors/share.actors.ts';
import { sharedTodayBlueprint } from '../../app/actors/tasks.actors.ts';
import { ShareSheet } from '../../app/share-sheet.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { TaskCard } from './task-card.tsx';

/** The first share of a day brings a reward, every day anew. */
export function ShareTask() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const share = useScreenActor(shareBlueprint(effects, 'tasks'));
  const isOpen = useSelector(share, (state) => !state.matches('closed'));
  // until it is known the card says what is true on any day
  const isDoneToday = useSelector(
    useScreenActor(sharedTodayBlueprint(effects)),
    ({ context }) => context.items[0] ?? false,
  );
  const reward = useSelector(
    useScreenActor(configBlueprint(effects)),
    ({ context }) => context.items[0]?.rewards.share ?? null,
  );
  return (
    <TaskCard
      title={t`Share once a day`}
      note={
        isDoneToday
          ? t`Today’s reward is yours. Tomorrow brings the next one.`
          : t`Your first share of each day is rewarded.`
      }
      icon={<ShareIcon size={24} />}
      reward={reward}
      button={
        <Button look="tonal" onClick={() => share.send({ type: 'share.pressed' })}>
          {isDoneToday ? t`Share again` : t`Share`}
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
