import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { feedMachine } from '../../../machines/feed.machine.ts';
import { shareBlueprint } from '../../app/actors/share.actors.ts';
import { ShareSheet } from '../../app/share-sheet.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import type { FeedActor } from './clip.ts';

type Snapshot = SnapshotFrom<typeof feedMachine>;

const isReached = (snapshot: Snapshot) => snapshot.matches({ limit: 'reached' });
const isAdding = (snapshot: Snapshot) => snapshot.matches({ limit: { addingViews: 'seen' } });
const isSpent = (snapshot: Snapshot) => snapshot.matches({ limit: 'spent' });

/** Says that the day's paid videos are used up, and that a share brings more. */
export function LimitDialog({ feed }: { feed: FeedActor }) {
  const { t } = useLingui();
  const { effects } = useSystem();
  const share = useScreenActor(shareBlueprint(effects, 'limit'));
  const reached = useSelector(feed, isReached);
  const adding = useSelector(feed, isAdding);
  const spent = useSelector(feed, isSpent);
  const close = () => {
    share.send({ type: 'dialog.closed' });
    feed.send({ type: 'limit.dismissed' });
  };
  if (spent) {
    return (
      <Sheet title={t`Daily limit reached`} onClose={close}>
        <p>
          <Trans>You can go on watching, and earn again from midnight UTC.</Trans>
        </p>
        <Button wide onClick={close}>{t`Close`}</Button>
      </Sheet>
    );
  }
  if (!reached && !adding) return null;
  return (
    <ShareSheet share={share} busy={adding} onClose={close}>
      <Trans>Today’s paid videos are used up. Share to earn with more.</Trans>
    </ShareSheet>
  );
}
