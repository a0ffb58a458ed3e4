import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { selectLength } from '../../../machines/feed/feed.selectors.ts';
import { useChild, useEffects } from '../../app/system/use-child.ts';
import { removeFirstTexts } from '../../ports/first-clip.ts';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { BalanceChip } from './balance-chip.tsx';
import { ClipSlot } from './clip-slot.tsx';
import { FeedControls } from './feed-controls.tsx';
import { FeedEnd } from './feed-end.tsx';
import { LimitNotice } from './limit-notice.tsx';
import './feed.css';

/** The home screen: clips below each other, each a swipe away. */
export default function FeedScreen() {
  const { t } = useLingui();
  const effects = useEffects();
  const feed = useChild('feed');
  const count = useSelector(feed, selectLength);
  const attach = useCallback(
    (scroller: HTMLElement | null) => {
      effects.clipScroller.attach(scroller);
      removeFirstTexts();
    },
    [effects],
  );
  return (
    <section
      className="stage feed"
      tabIndex={-1}
      ref={focusIfLost}
      aria-label={t({
        message: 'Short video',
        comment:
          'Tab bar at the foot of the screen: the feed of short videos; also the name of its region. Very narrow.',
      })}
    >
      {/* `attach` also adds a listener for keys on the whole page */}
      <div className="feed-scroller" ref={attach}>
        <FeedControls feed={feed} />
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the position of the slot
          <ClipSlot key={index} feed={feed} index={index} />
        ))}
        {/* mounted again after each answer: the scroller would follow the element that it has snapped to */}
        <FeedEnd key={count} feed={feed} />
      </div>
      <BalanceChip />
      <LimitNotice />
    </section>
  );
}
