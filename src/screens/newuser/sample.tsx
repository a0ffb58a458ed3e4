import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { videoMachine } from '../../../machines/video/video.machine.ts';
import {
  selectIsBuffering,
  selectIsWaitingForTap,
  selectPlayback,
  selectWatchedFraction,
} from '../../../machines/video/video.selectors.ts';
import { useEffects } from '../../app/system/use-child.ts';
import { PlayIcon } from '../../ui/icons.tsx';
import { place } from '../../ui/place.ts';
import { RewardRing } from '../../ui/reward-ring.tsx';
import { Failure } from '../../ui/states.tsx';

type ClipActor = ActorRefFrom<typeof videoMachine>;

interface SampleProps {
  clip: ClipActor;
  /** the reward for watching it, as a decimal string */
  reward: string;
  /** whether it was watched long enough for the reward, which is paid after the registration */
  watched: boolean;
}

/** The landing page's sample clip, with its controls and the ring that fills while it is watched. */
export function Sample({ clip, reward, watched }: SampleProps) {
  const effects = useEffects();
  const fraction = useSelector(clip, selectWatchedFraction);
  const attachPicture = useCallback(
    (box: HTMLDivElement | null) => {
      if (box) place(box, effects.landingPlayers.element(0));
    },
    [effects],
  );
  return (
    <div className="newuser-clip">
      <div className="cover newuser-picture" ref={attachPicture} />
      <Surface clip={clip} />
      <div className="newuser-ring">
        <RewardRing
          fraction={fraction}
          reward={reward}
          phase={watched ? 'promised' : 'filling'}
          stepSeconds={0.25}
        />
      </div>
    </div>
  );
}

/** The layer over the clip: a tap plays or pauses the clip; or the reason why it does not play. */
function Surface({ clip }: { clip: ClipActor }) {
  const { t } = useLingui();
  const playback = useSelector(clip, selectPlayback);
  const isResting = useSelector(clip, selectIsWaitingForTap);
  const isWaiting = useSelector(clip, selectIsBuffering);
  if (playback === 'loadFailed' || playback === 'timedOut') {
    return (
      <div className="cover newuser-failure">
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
      {isWaiting ? <div className="clip-wait" aria-hidden="true" /> : null}
      <button
        type="button"
        className="cover newuser-surface"
        aria-label={
          isResting
            ? t({ message: 'Tap to play', comment: 'Over a video that stands still. Narrow.' })
            : t({
                message: 'Pause',
                comment:
                  'Name of the video’s surface for screen readers (verb): stop playing for now.',
              })
        }
        onClick={() => clip.send({ type: isResting ? 'play.pressed' : 'pause.pressed' })}
      >
        {isResting ? <PlayIcon size={40} /> : null}
      </button>
    </>
  );
}
