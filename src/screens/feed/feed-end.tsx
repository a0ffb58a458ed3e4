import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { feedMachine } from '../../../machines/feed.machine.ts';
import { LoadFailure } from '../../app/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { ClipIcon } from '../../ui/icons.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import type { FeedActor } from './clip.ts';

type Snapshot = SnapshotFrom<typeof feedMachine>;

const isLoading = (snapshot: Snapshot) => snapshot.matches({ list: 'loading' });
const isComplete = ({ context }: Snapshot) => context.isComplete;
const isMember = ({ context }: Snapshot) => context.isMember;
const canEarn = ({ context: { clips, remainingToday } }: Snapshot) =>
  remainingToday > 0 && clips.some(({ isOpen }) => isOpen);
const isHere = ({ context }: Snapshot) => context.index >= context.slots.length;

/** What comes after the last clip: more on its way, a failure with its button, or the end. */
export function FeedEnd({ feed }: { feed: FeedActor }) {
  const { t } = useLingui();
  const loading = useSelector(feed, isLoading);
  const complete = useSelector(feed, isComplete);
  // its button lies far below: a Tab must not take anybody there from the clip that plays
  const isAway = !useSelector(feed, isHere);
  const failure = useSelector(feed, ({ context }) => context.failure);
  const retry = () => feed.send({ type: 'retry.pressed' });
  if (loading) {
    return (
      <div
        className="clip clip-loading"
        role="status"
        aria-busy="true"
        aria-label={t`Loading videos`}
      >
        <Skeleton width="60px" height="60px" round />
        <Skeleton width="55%" height="1.25rem" />
        <Skeleton width="35%" height="1rem" />
      </div>
    );
  }
  if (failure) {
    return (
      <div className="clip clip-end" inert={isAway}>
        <LoadFailure title={t`The videos could not be loaded.`} failure={failure} onRetry={retry} />
      </div>
    );
  }
  if (!complete) return null;
  return (
    <div className="clip clip-end" inert={isAway}>
      <EmptyState
        title={t`You have seen every video`}
        icon={<ClipIcon size={28} />}
        action={<Button look="tonal" onClick={retry}>{t`Look for new videos`}</Button>}
      >
        <Prospect feed={feed} />
      </EmptyState>
    </div>
  );
}

/** What there is to earn, for whoever has come to the end. */
function Prospect({ feed }: { feed: FeedActor }) {
  const { t } = useLingui();
  const member = useSelector(feed, isMember);
  const earning = useSelector(feed, canEarn);
  if (!member) return t`Log in to earn`;
  return earning ? t`Go back: some can still earn today.` : t`Rewards start again at midnight UTC.`;
}
