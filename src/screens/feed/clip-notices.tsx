import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectClaimState, selectIsCelebrating } from '../../../machines/claim.selectors.ts';
import {
  selectClaim,
  selectHasEnded,
  selectIsBuffering,
  selectIsWaitingForTap,
  selectPlayback,
} from '../../../machines/video/video.selectors.ts';
import { PlayIcon } from '../../ui/icons.tsx';
import { Failure, SlowLoadingNotice } from '../../ui/states.tsx';
import type { ClipActor } from './actors.ts';

/** Whether a clip has ended, or was paid and has shown its reward: a hint then points to the next one. */
function useIsDone(clip: ClipActor): boolean {
  const claim = useSelector(clip, selectClaim);
  const isRewarded = useSelector(claim, selectClaimState) === 'rewarded';
  const isCelebrating = useSelector(claim, selectIsCelebrating);
  return useSelector(clip, selectHasEnded) || (isRewarded && !isCelebrating);
}

/** Layer over one clip that moves with it: playback problems, and hints. */
export function ClipNotices({ clip }: { clip: ClipActor }) {
  const { t } = useLingui();
  const playback = useSelector(clip, selectPlayback);
  const isWaiting = useSelector(clip, selectIsBuffering);
  const isResting = useSelector(clip, selectIsWaitingForTap);
  const isDone = useIsDone(clip);
  if (playback === 'loadFailed' || playback === 'timedOut') {
    return (
      <div className="cover clip-failure">
        <Failure
          title={
            playback === 'loadFailed'
              ? t`This video could not be loaded.`
              : t`Loading took too long.`
          }
          onRetry={() => clip.send({ type: 'retry.pressed' })}
        />
      </div>
    );
  }
  return (
    <>
      {isResting ? (
        <span className="clip-play" aria-hidden="true">
          <PlayIcon />
          {playback === 'tapToPlay' ? (
            <span className="clip-play-word">{t`Tap to play`}</span>
          ) : null}
        </span>
      ) : null}
      {isWaiting ? (
        <>
          <div className="clip-wait" aria-hidden="true" />
          <SlowLoadingNotice />
        </>
      ) : null}
      <p role="status" className="visually-hidden">
        {playback === 'stalled' ? t`The video is loading` : null}
      </p>
      {isDone && !isResting ? (
        <p className="clip-hint">
          <Trans comment="Hint over the video. Narrow.">Swipe up for the next video</Trans>
        </p>
      ) : null}
    </>
  );
}
