import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { IconButton } from '../../ui/button.tsx';
import { NextIcon, SoundOffIcon, SoundOnIcon } from '../../ui/icons.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { AdPanel } from './ad-panel.tsx';
import {
  type AdActor,
  type AdSnapshot,
  type ClipActor,
  type ClipSnapshot,
  currentAd,
  currentClip,
  type FeedActor,
  isLive,
  secondsLeft,
} from './clip.ts';
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
  const { t } = useLingui();
  const clip = useSelector(feed, currentClip);
  const ad = useSelector(feed, currentAd);
  const index = useSelector(feed, ({ context }) => context.index);
  return (
    <div className="feed-fixed">
      <section className="feed-controls" aria-label={ad && t`Advertisement`}>
        {clip ? (
          <>
            <Surface clip={clip} />
            {ad ? (
              <AdPanel key={index} ad={ad} clip={clip} />
            ) : (
              <ClipReward key={index} feed={feed} clip={clip} />
            )}
            <Buttons feed={feed} clip={clip} ad={ad} />
          </>
        ) : null}
      </section>
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
  ad: AdActor | undefined;
}

function Buttons({ feed, clip, ad }: ButtonsProps) {
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
      <NextButton feed={feed} clip={clip} ad={ad} />
    </div>
  );
}

const isLocked = (snapshot: AdSnapshot | undefined) => snapshot?.matches({ skip: 'locked' });

/** One button, so that it keeps the focus: past an advertisement it leads when its time has come. */
function NextButton({ feed, clip, ad }: ButtonsProps) {
  const { t, i18n } = useLingui();
  const locked = useSelector(ad, isLocked);
  const watchedMs = useSelector(clip, ({ context }) => context.watchedMs);
  const rules = useSelector(feed, ({ context }) => context.plan?.rules);
  if (!ad) {
    return (
      <IconButton name={t`Next video`} onClick={() => feed.send({ type: 'next.pressed' })}>
        <NextIcon size={26} />
      </IconButton>
    );
  }
  const left = secondsLeft(rules?.skippable_after_seconds ?? 0, watchedMs);
  return (
    <IconButton
      name={t`Skip ad`}
      className="ad-skip"
      aria-disabled={locked}
      onClick={() => ad.send({ type: 'skip.pressed' })}
    >
      <span>{t`Skip ad`}</span>
      {locked ? (
        <span className="ad-seconds" aria-hidden="true">
          {formatCount(left, i18n.locale)}
        </span>
      ) : (
        <NextIcon size={20} />
      )}
    </IconButton>
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
