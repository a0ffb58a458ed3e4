import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { IconButton } from '../../ui/button.tsx';
import { NextIcon, SoundOffIcon, SoundOnIcon } from '../../ui/icons.tsx';
import { type ClipActor, type ClipSnapshot, currentClip, type FeedActor, isLive } from './clip.ts';
import { ClipReward } from './clip-reward.tsx';
import { ShareButton } from './share-button.tsx';
import './feed-controls.css';

const hasFailed = isLive('loadFailed', 'timedOut');
const rests = isLive('paused', 'tapToPlay');
const isPrompting = (snapshot: ClipSnapshot) => snapshot.matches({ sound: 'prompt' });

/**
 * What stays in its place while the clips move below it: a finger, or a key, that goes on from
 * clip to clip finds the same button every time.
 */
export function FeedControls({ feed }: { feed: FeedActor }) {
  const clip = useSelector(feed, currentClip);
  const index = useSelector(feed, ({ context }) => context.index);
  return (
    <div className="feed-fixed">
      <div className="feed-controls">
        {clip ? (
          <>
            <Surface clip={clip} />
            <ClipReward key={index} feed={feed} clip={clip} />
            <Buttons feed={feed} clip={clip} />
          </>
        ) : null}
      </div>
    </div>
  );
}

/** The whole clip is the button that pauses it and plays it again. */
function Surface({ clip }: { clip: ClipActor }) {
  const { t } = useLingui();
  const resting = useSelector(clip, rests);
  const failed = useSelector(clip, hasFailed);
  if (failed) return null;
  return (
    <button
      type="button"
      className="clip-surface"
      aria-label={resting ? t`Tap to play` : t`Pause`}
      onClick={() => clip.send({ type: resting ? 'play.pressed' : 'pause.pressed' })}
    />
  );
}

interface ButtonsProps {
  feed: FeedActor;
  clip: ClipActor;
}

function Buttons({ feed, clip }: ButtonsProps) {
  const { t } = useLingui();
  const isOn = useSelector(feed, ({ context }) => context.isSoundOn);
  return (
    <div className="feed-buttons">
      <span className="clip-sound">
        <SoundPrompt clip={clip} />
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

function SoundPrompt({ clip }: { clip: ClipActor }) {
  const prompting = useSelector(clip, isPrompting);
  if (!prompting) return null;
  return (
    <span className="clip-prompt" aria-hidden="true">
      <Trans>Sound is off</Trans>
    </span>
  );
}
