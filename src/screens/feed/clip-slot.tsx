import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { clipIn } from '../../../machines/feed.slots.ts';
import { useSystem } from '../../app/system-context.tsx';
import { place } from '../../ui/place.ts';
import { clipAt, type FeedActor } from './clip.ts';
import { ClipNotices } from './clip-notices.tsx';

interface ClipSlotProps {
  feed: FeedActor;
  index: number;
}

/** One height of the scroller; it has a picture only while its clip is near. */
export function ClipSlot({ feed, index }: ClipSlotProps) {
  const { effects } = useSystem();
  const clip = useSelector(
    feed,
    useMemo(() => clipAt(index), [index]),
  );
  const video = useSelector(feed, ({ context }) => clipIn(context, index)?.video);
  const isCurrent = useSelector(feed, ({ context }) => context.index === index);
  const takePicture = useCallback(
    (box: HTMLDivElement | null) => {
      if (box) place(box, effects.players.element(index));
    },
    [effects, index],
  );
  return (
    <article className="clip" data-index={index}>
      {clip ? <div className="clip-picture" ref={takePicture} /> : null}
      <div className="clip-shade" />
      {video ? (
        <header className="clip-words">
          <h2>{video.title}</h2>
          <p>{video.author}</p>
        </header>
      ) : null}
      {clip && isCurrent ? <ClipNotices clip={clip} /> : null}
    </article>
  );
}
