import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { feedMachine } from '../../../machines/feed.machine.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import type { FeedActor } from './clip.ts';

const isReached = (snapshot: SnapshotFrom<typeof feedMachine>) =>
  snapshot.matches({ limit: 'reached' });

/** Says once that watching earns nothing more today. */
export function LimitDialog({ feed }: { feed: FeedActor }) {
  const { t } = useLingui();
  const reached = useSelector(feed, isReached);
  const limit = useSelector(feed, ({ context }) => context.dailyLimit);
  if (!reached) return null;
  const close = () => feed.send({ type: 'limit.dismissed' });
  return (
    <Sheet title={t`Daily limit reached`} onClose={close}>
      <p>
        <Trans>
          You have been paid for {limit} videos today. You can go on watching, and earn again from
          midnight UTC.
        </Trans>
      </p>
      <Button wide onClick={close}>{t`Close`}</Button>
    </Sheet>
  );
}
