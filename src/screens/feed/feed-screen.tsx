import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { BalanceChip } from './balance-chip.tsx';
import { ClipSlot } from './clip-slot.tsx';
import { FeedControls } from './feed-controls.tsx';
import { FeedEnd } from './feed-end.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import './feed.css';

/** The home of the app: clips one under the other, the finger goes from one to the next. */
export default function FeedScreen() {
  const { t } = useLingui();
  const { feed, effects } = useSystem();
  const actor = useScreenActor(feed);
  const count = useSelector(actor, ({ context }) => context.slots.length);
  const attach = useCallback(
    (scroller: HTMLElement | null) => effects.stage.attach(scroller),
    [effects],
  );
  return (
    <section className="stage feed" aria-label={t`Short video`}>
      {/* its keys are heard wherever the focus is */}
      <div className="feed-scroller" ref={attach}>
        <FeedControls feed={actor} />
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the stage stays where it is
          <ClipSlot key={index} feed={actor} index={index} />
        ))}
        {/* another element after each answer: a scroller follows the one that it rests on */}
        <FeedEnd key={count} feed={actor} />
      </div>
      <BalanceChip />
      <LimitDialog feed={actor} />
    </section>
  );
}
