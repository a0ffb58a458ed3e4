import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { PlayIcon } from '../../ui/icons.tsx';
import { Failure } from '../../ui/states.tsx';
import { type ClipActor, isLive } from './clip.ts';

/** What lies over one clip and moves with it: how it is doing, and what to do about it. */
export function ClipNotices({ clip }: { clip: ClipActor }) {
  const { t } = useLingui();
  const hasFailed = useSelector(clip, isLive('loadFailed'));
  const hasTimedOut = useSelector(clip, isLive('timedOut'));
  const waits = useSelector(clip, isLive('starting', 'stalled'));
  const rests = useSelector(clip, isLive('paused', 'tapToPlay'));
  const tapDue = useSelector(clip, isLive('tapToPlay'));
  const ended = useSelector(clip, isLive('ended'));
  if (hasFailed || hasTimedOut) {
    return (
      <div className="clip-failure">
        <Failure
          title={hasFailed ? t`This video could not be loaded.` : t`Loading took too long.`}
          onRetry={() => clip.send({ type: 'retry.pressed' })}
        />
      </div>
    );
  }
  return (
    <>
      {rests ? (
        <span className="clip-play" aria-hidden="true">
          <PlayIcon size={40} />
          {tapDue ? <span className="clip-play-word">{t`Tap to play`}</span> : null}
        </span>
      ) : null}
      {waits ? <div className="clip-wait" aria-hidden="true" /> : null}
      {ended ? (
        <p className="clip-hint">
          <Trans>Swipe up for the next video</Trans>
        </p>
      ) : null}
    </>
  );
}
