import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { videoMachine } from '../../../machines/video.machine.ts';
import { IconButton } from '../../ui/button.tsx';
import { NextIcon, PlayIcon, SoundOffIcon, SoundOnIcon } from '../../ui/icons.tsx';
import { Failure } from '../../ui/states.tsx';
import { ClipReward } from './clip-reward.tsx';
import { ShareButton } from './share-button.tsx';
import type { ClipActor, FeedActor } from './types.ts';

type Snapshot = SnapshotFrom<typeof videoMachine>;

const live = (state: string) => (snapshot: Snapshot) =>
  snapshot.matches({ playback: { live: state } } as Parameters<Snapshot['matches']>[0]);
const isLoadFailed = live('loadFailed');
const isTimedOut = live('timedOut');
const isTapDue = live('tapToPlay');
const isPaused = live('paused');
const isEnded = live('ended');
const isWaiting = (snapshot: Snapshot) => live('starting')(snapshot) || live('stalled')(snapshot);
const isPrompting = (snapshot: Snapshot) => snapshot.matches({ sound: 'prompt' });

interface ClipOverlayProps {
  feed: FeedActor;
  clip: ClipActor;
}

/** All that lies over the clip on the stage. */
export function ClipOverlay({ feed, clip }: ClipOverlayProps) {
  const { t } = useLingui();
  const hasFailed = useSelector(clip, isLoadFailed);
  const hasTimedOut = useSelector(clip, isTimedOut);
  const waits = useSelector(clip, isWaiting);
  const ended = useSelector(clip, isEnded);
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
      <Surface clip={clip} />
      <ClipReward feed={feed} clip={clip} />
      <Controls feed={feed} clip={clip} />
      {waits ? <div className="clip-wait" aria-hidden="true" /> : null}
      {ended ? (
        <p className="clip-hint">
          <Trans>Swipe up for the next video</Trans>
        </p>
      ) : null}
    </>
  );
}

/** The whole clip is the button that pauses it and plays it again. */
function Surface({ clip }: { clip: ClipActor }) {
  const { t } = useLingui();
  const tapDue = useSelector(clip, isTapDue);
  const paused = useSelector(clip, isPaused);
  const rests = tapDue || paused;
  return (
    <button
      type="button"
      className="clip-surface"
      aria-label={rests ? t`Tap to play` : t`Pause`}
      onClick={() => clip.send({ type: rests ? 'play.pressed' : 'pause.pressed' })}
    >
      {rests ? (
        <span className="clip-play">
          <PlayIcon size={40} />
          {tapDue ? <span className="clip-play-word">{t`Tap to play`}</span> : null}
        </span>
      ) : null}
    </button>
  );
}

function Controls({ feed, clip }: ClipOverlayProps) {
  const { t } = useLingui();
  const isOn = useSelector(clip, ({ context }) => context.isSoundOn);
  const prompting = useSelector(clip, isPrompting);
  return (
    <div className="clip-controls">
      <span className="clip-sound">
        {prompting ? (
          <span className="clip-prompt" aria-hidden="true">
            <Trans>Sound is off</Trans>
          </span>
        ) : null}
        <IconButton
          name={isOn ? t`Turn sound off` : t`Turn sound on`}
          onClick={() => feed.send({ type: 'sound.pressed', isOn: !isOn })}
        >
          {isOn ? <SoundOnIcon size={26} /> : <SoundOffIcon size={26} />}
        </IconButton>
      </span>
      <ShareButton />
      <IconButton name={t`Next video`} onClick={() => feed.send({ type: 'next.pressed' })}>
        <NextIcon size={26} />
      </IconButton>
    </div>
  );
}
