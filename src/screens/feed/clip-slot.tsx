import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { selectClipAt, selectIndex, selectVideoAt } from '../../../machines/feed/feed.selectors.ts';
import { useEffects } from '../../app/system/use-child.ts';
import { place } from '../../ui/place.ts';
import type { FeedActor } from './actors.ts';
import { ClipNotices } from './clip-notices.tsx';

interface ClipSlotProps {
  feed: FeedActor;
  index: number;
}

/** One height of the scroller; its picture is mounted only while its clip is near. */
export function ClipSlot({ feed, index }: ClipSlotProps) {
  const effects = useEffects();
  const clip = useSelector(
    feed,
    useMemo(() => selectClipAt(index), [index]),
  );
  const video = useSelector(
    feed,
    useMemo(() => selectVideoAt(index), [index]),
  );
  const isCurrent = useSelector(feed, selectIndex) === index;
  const attachPicture = useCallback(
    (box: HTMLDivElement | null) => {
      if (box) place(box, effects.players.element(index));
    },
    [effects, index],
  );
  return (
    <article className="clip" data-index={index}>
      {clip ? <div className="cover clip-picture" ref={attachPicture} /> : null}
      <div className="clip-shade" />
      {video ? (
        <header className="clip-words">
          <h2 className="clamped">
            <bdi>{video.title}</bdi>
          </h2>
          <p className="clamped">
            <bdi translate="no">{video.author}</bdi>
          </p>
        </header>
      ) : null}
      {clip && isCurrent ? <ClipNotices clip={clip} /> : null}
    </article>
  );
}
