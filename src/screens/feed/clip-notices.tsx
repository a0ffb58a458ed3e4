import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type ClipSnapshot, isCelebrating, isLive, rests } from '../../app/clip-facts.ts';
import { PlayIcon } from '../../ui/icons.tsx';
import { Failure } from '../../ui/states.tsx';
import type { ClipActor } from './clip.ts';

/** It has played to its end, or has paid: what comes is the next one. */
const isDone = (snapshot: ClipSnapshot) =>
  snapshot.context.hasEnded ||
  (snapshot.matches({ reward: 'rewarded' }) && !isCelebrating(snapshot));

/** What lies over one clip and moves with it: how it is doing, and what to do about it. */
export function ClipNotices({ clip }: { clip: ClipActor }) {
  const { t } = useLingui();
  const hasFailed = useSelector(clip, isLive('loadFailed'));
  const hasTimedOut = useSelector(clip, isLive('timedOut'));
  const waits = useSelector(clip, isLive('starting', 'stalled'));
  const stalls = useSelector(clip, isLive('stalled'));
  const resting = useSelector(clip, rests);
  const tapDue = useSelector(clip, isLive('tapToPlay'));
  const done = useSelector(clip, isDone);
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
      {resting ? (
        <span className="clip-play" aria-hidden="true">
          <PlayIcon size={40} />
          {tapDue ? <span className="clip-play-word">{t`Tap to play`}</span> : null}
        </span>
      ) : null}
      {waits ? <div className="clip-wait" aria-hidden="true" /> : null}
      <p role="status" className="unseen">
        {stalls ? t`The video is loading` : null}
      </p>
      {done && !resting ? (
        <p className="clip-hint">
          <Trans>Swipe up for the next video</Trans>
        </p>
      ) : null}
    </>
  );
}
