import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRef, Snapshot } from 'xstate';
import {
  type Listed,
  selectFailure,
  selectHasMore,
  selectIsOutOfReach,
  selectItems,
  selectListState,
} from '../../../machines/list.selectors.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Offline } from './offline.tsx';

interface PagedListProps<Item> {
  list: ActorRef<
    Snapshot<unknown> & Listed<Item>,
    { type: 'end.reached' } | { type: 'retry.pressed' }
  >;
  /** draws what has arrived */
  children: (items: readonly Item[]) => ReactNode;
  /** the shape of what comes */
  waiting?: ReactNode;
  /** says what did not come */
  failed: string;
  /** stands there when nothing ever came */
  empty: ReactNode;
  /** more is fetched when the end comes into sight, not only on demand */
  isEndless?: boolean;
}

/** A list as it grows: its shape, its items, more of them, what went wrong, or that it is empty. */
export function PagedList<Item>({
  list,
  children,
  waiting = <SkeletonRows />,
  failed,
  empty,
  isEndless = false,
}: PagedListProps<Item>) {
  const { t } = useLingui();
  const state = useSelector(list, selectListState);
  const items: Item[] = useSelector(list, selectItems);
  const failure = useSelector(list, selectFailure);
  const hasMore = useSelector(list, selectHasMore);
  const isOutOfReach = useSelector(list, selectIsOutOfReach);
  const retry = () => list.send({ type: 'retry.pressed' });
  const more = () => list.send({ type: 'end.reached' });
  if (state === 'awaited') return waiting;
  if (isOutOfReach) return <Offline onRetry={retry} />;
  return (
    <>
      {items.length > 0 ? children(items) : null}
      {state === 'failed' ? <LoadFailure title={failed} failure={failure} onRetry={retry} /> : null}
      {items.length === 0 && state !== 'failed' ? empty : null}
      {hasMore && state !== 'failed' ? (
        <Button
          look="tonal"
          busy={state === 'growing'}
          onClick={more}
          ref={isEndless ? whenInSight(more) : undefined}
        >
          {t({ message: 'Show more', comment: 'Button at the end of a list (verb).' })}
        </Button>
      ) : null}
    </>
  );
}

/** How far below the screen's edge an end counts as in sight. */
const MARGIN = '240px';

/** Calls back each time an element comes into sight, and at once when it is there already. */
function whenInSight(report: () => void) {
  return (element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) report();
      },
      { root: element.closest('.screen'), rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}
