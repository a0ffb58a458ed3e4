import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { clipId } from '../../../machines/feed.setup.ts';
import { useSystem } from '../../app/system-context.tsx';
import { ClipOverlay } from './clip-overlay.tsx';
import type { ClipActor, FeedActor } from './types.ts';

interface ClipSlotProps {
  feed: FeedActor;
  index: number;
}

/** Moves an element without interrupting what it plays, where the browser can. */
function place(box: HTMLElement, element: HTMLVideoElement): void {
  if (element.parentNode === box) return;
  if ('moveBefore' in box && element.isConnected) box.moveBefore(element, box.firstChild);
  else box.prepend(element);
}

/** One height of the scroller; it has a picture only while its clip is near. */
export function ClipSlot({ feed, index }: ClipSlotProps) {
  const { effects } = useSystem();
  const clip = useSelector(
    feed,
    ({ children }) => children[clipId(index)] as ClipActor | undefined,
  );
  const video = useSelector(feed, ({ context }) => context.clips[index]?.video);
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
      <header className="clip-words">
        <h2>{video?.title}</h2>
        <p>{video?.author}</p>
      </header>
      {clip && isCurrent ? <ClipOverlay feed={feed} clip={clip} /> : null}
    </article>
  );
}
