import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type AdSnapshot, type ClipSnapshot, secondsLeft } from '../../app/clip-facts.ts';
import { IconButton } from '../../ui/button.tsx';
import { NextIcon, SoundOffIcon, SoundOnIcon } from '../../ui/icons.tsx';
import { formatCount } from '../../ui/numbers.ts';
import type { AdActor, ClipActor, FeedActor } from './clip.ts';
import { ShareButton } from './share-button.tsx';

const isPrompting = (snapshot: ClipSnapshot) => snapshot.matches({ sound: 'prompt' });
const isLocked = (snapshot: AdSnapshot | undefined) => snapshot?.matches({ skip: 'locked' });

interface FeedButtonsProps {
  feed: FeedActor;
  clip: ClipActor;
  ad: AdActor | undefined;
}

/** Sound, share, and the way on. */
export function FeedButtons({ feed, clip, ad }: FeedButtonsProps) {
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

/** One button, so that it keeps the focus: past an advertisement it leads when its time has come. */
function NextButton({ feed, clip, ad }: FeedButtonsProps) {
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
