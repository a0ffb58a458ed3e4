import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectIsLocked, selectSkippableAfter } from '../../../machines/ad.selectors.ts';
import { selectIsSoundOn } from '../../../machines/feed/feed.selectors.ts';
import {
  secondsLeft,
  selectIsPrompting,
  selectWatchedMs,
} from '../../../machines/video/video.selectors.ts';
import { useChildIfAny } from '../../app/system/use-child.ts';
import { IconButton } from '../../ui/button.tsx';
import { NextIcon, SoundOffIcon, SoundOnIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { formatCount } from '../../ui/numbers.ts';
import type { AdActor, ClipActor, FeedActor } from './actors.ts';
import { ShareButton } from './share-button.tsx';

const MoreButton = lazyComponent(() => import('./more-button.tsx'));

interface FeedButtonsProps {
  feed: FeedActor;
  clip: ClipActor;
  ad: AdActor | undefined;
}

/** Buttons: More, sound, share, next. More, the first, loads last, without moving the others. */
export function FeedButtons({ feed, clip, ad }: FeedButtonsProps) {
  const { t } = useLingui();
  const isOn = useSelector(feed, selectIsSoundOn);
  return (
    <div className="feed-buttons">
      {/* the texts of More are loaded before `share-feed` starts */}
      {useChildIfAny('share-feed') ? <MoreButton feed={feed} ad={ad} /> : null}
      <span className="clip-sound">
        <SoundPrompt clip={clip} />
        <IconButton
          name={
            isOn
              ? t({
                  message: 'Turn sound off',
                  comment: 'Name of a button (verb): make the clips silent.',
                })
              : t({
                  message: 'Turn sound on',
                  comment: 'Name of a button (verb): let the clips be heard.',
                })
          }
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

/**
 * A single button in all states, so that it keeps the focus; over an advertisement it works once skipping is allowed.
 */
function NextButton({ feed, clip, ad }: FeedButtonsProps) {
  const { t, i18n } = useLingui();
  const isLocked = useSelector(ad, (snapshot) => snapshot && selectIsLocked(snapshot));
  const skippableAfter = useSelector(ad, (snapshot) => snapshot && selectSkippableAfter(snapshot));
  const watchedMs = useSelector(clip, selectWatchedMs);
  if (!ad) {
    return (
      <IconButton
        name={t({
          message: 'Next video',
          comment: 'Name of a button: go on to the following clip.',
        })}
        onClick={() => feed.send({ type: 'next.pressed' })}
      >
        <NextIcon size={26} />
      </IconButton>
    );
  }
  const left = secondsLeft(skippableAfter ?? 0, watchedMs);
  return (
    <IconButton
      name={t({ message: 'Skip ad', comment: 'Button (verb): go on to the next video. Narrow.' })}
      className="ad-skip"
      aria-disabled={isLocked}
      onClick={() => ad.send({ type: 'skip.pressed' })}
    >
      <span>{t`Skip ad`}</span>
      {isLocked ? (
        <span className="ad-seconds" aria-hidden="true">
          {formatCount(left, i18n.locale)}
        </span>
      ) : (
        <NextIcon />
      )}
    </IconButton>
  );
}

function SoundPrompt({ clip }: { clip: ClipActor }) {
  if (!useSelector(clip, selectIsPrompting)) return null;
  return (
    <span className="clip-prompt" aria-hidden="true">
      <Trans comment="Short notice over the video. Narrow.">Sound is off</Trans>
    </span>
  );
}
