import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { EarningStatus } from '../../../machines/earning.selectors.ts';
import {
  selectEarningAtEnd,
  selectFailure,
  selectFeedEnd,
  selectIsAtEnd,
} from '../../../machines/feed/feed.selectors.ts';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { ClipIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { EmptyState, Skeleton, SlowLoadingNotice } from '../../ui/states.tsx';
import type { FeedActor } from './actors.ts';
import { useEarningStatus } from './not-earning-reason.tsx';

const NextDay = lazyComponent(() => import('../../app/components/next-day.tsx'));

/** Content after the last clip: loading, a failure with its Retry, or the end. */
export function FeedEnd({ feed }: { feed: FeedActor }) {
  const { t } = useLingui();
  const state = useSelector(feed, selectFeedEnd);
  // the button at the end is below all clips: Tab must not scroll to it from the playing clip
  const isAway = !useSelector(feed, selectIsAtEnd);
  const failure = useSelector(feed, selectFailure);
  const retry = () => feed.send({ type: 'retry.pressed' });
  if (state === 'loading') {
    return (
      <div
        className="clip clip-loading waiting"
        role="status"
        aria-busy="true"
        aria-label={t`Loading videos`}
      >
        <Skeleton width="60px" height="60px" round />
        <Skeleton width="55%" height="1.25rem" />
        <Skeleton width="35%" height="1rem" />
        <SlowLoadingNotice />
      </div>
    );
  }
  if (state === 'open') return null;
  return (
    <div className="clip clip-end" inert={isAway}>
      {state === 'failed' ? (
        <LoadFailure title={t`The videos could not be loaded.`} failure={failure} onRetry={retry} />
      ) : (
        <EmptyState
          title={t`You have seen every video`}
          icon={<ClipIcon />}
          action={
            <Button look="tonal" onClick={retry}>
              {t({
                message: 'Look for new videos',
                comment: 'Button (verb): ask the server for new videos.',
              })}
            </Button>
          }
        >
          <EarningHint feed={feed} />
        </EmptyState>
      )}
    </div>
  );
}

/** Text about possible rewards, at the end of the feed. */
function EarningHint({ feed }: { feed: FeedActor }) {
  const { t } = useLingui();
  const words: Record<EarningStatus, ReactNode> = {
    visitor: t`Log in to earn`,
    rewardsPaused: t({
      message: 'Rewards are paused',
      comment: 'The operator pays no rewards at the moment. Narrow.',
    }),
    open: t({
      message: 'Go back: some can still earn today.',
      comment: 'At the end of the feed: go back to earlier videos, some of them still pay today.',
    }),
    limitReached: <NextDay />,
  };
  return words[useSelector(feed, selectEarningAtEnd(useEarningStatus()))];
}
