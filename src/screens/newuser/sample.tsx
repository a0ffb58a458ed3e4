import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { videoMachine } from '../../../machines/video.machine.ts';
import { useSystem } from '../../app/system-context.tsx';
import { PlayIcon } from '../../ui/icons.tsx';
import { place } from '../../ui/place.ts';
import { RewardRing } from '../../ui/reward-ring.tsx';
import { Failure } from '../../ui/states.tsx';

export type ClipActor = ActorRefFrom<typeof videoMachine>;

type ClipSnapshot = SnapshotFrom<typeof videoMachine>;

const rests = (snapshot: ClipSnapshot) =>
  snapshot.matches({ playback: { live: 'paused' } }) ||
  snapshot.matches({ playback: { live: 'tapToPlay' } });
const waits = (snapshot: ClipSnapshot) =>
  snapshot.matches({ playback: { live: 'starting' } }) ||
  snapshot.matches({ playback: { live: 'stalled' } });
const isBroken = (snapshot: ClipSnapshot) => snapshot.matches({ playback: { live: 'loadFailed' } });
const isLate = (snapshot: ClipSnapshot) => snapshot.matches({ playback: { live: 'timedOut' } });
const fractionOf = ({ context }: ClipSnapshot) =>
  context.watchedMs / Math.max(context.video.watch_seconds * 1_000, 1);

interface SampleProps {
  clip: ClipActor;
  /** what watching it brings, as the wire carries it */
  reward: string;
  /** long enough; the server pays for it after the registration */
  watched: boolean;
}

/** The sample clip, how it is doing, and the ring that fills while it is watched. */
export function Sample({ clip, reward, watched }: SampleProps) {
  const { effects } = useSystem();
  const fraction = useSelector(clip, fractionOf);
  const takePicture = useCallback(
    (box: HTMLDivElement | null) => {
      if (box) place(box, effects.landingPlayers.element(0));
    },
    [effects],
  );
  return (
    <div className="newuser-clip">
      <div className="newuser-picture" ref={takePicture} />
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

/** What lies over the picture: a tap plays or pauses it, or it says why it does not play. */
function Surface({ clip }: { clip: ClipActor }) {
  const { t } = useLingui();
  const resting = useSelector(clip, rests);
  const waiting = useSelector(clip, waits);
  const broken = useSelector(clip, isBroken);
  const late = useSelector(clip, isLate);
  if (broken || late) {
    return (
      <div className="newuser-failure">
        <Failure
          title={broken ? t`This video could not be loaded.` : t`Loading took too long.`}
          onRetry={() => clip.send({ type: 'retry.pressed' })}
        />
      </div>
    );
  }
  return (
    <>
      {waiting ? <div className="clip-wait" aria-hidden="true" /> : null}
      <button
        type="button"
        className="newuser-surface"
        aria-label={resting ? t`Tap to play` : t`Pause`}
        onClick={() => clip.send({ type: resting ? 'play.pressed' : 'pause.pressed' })}
      >
        {resting ? <PlayIcon size={40} /> : null}
      </button>
    </>
  );
}
