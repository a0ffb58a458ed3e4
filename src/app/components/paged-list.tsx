import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRef, Snapshot } from 'xstate';
import {
  type Listed,
  selectFailure,
  selectHasMore,
  selectIsOfflineAndEmpty,
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
  /** draws the loaded items */
  children: (items: readonly Item[]) => ReactNode;
  /** the skeleton shown while loading */
  waiting?: ReactNode;
  /** a sentence that names the missing data */
  failed: string;
  /** shown when the list is empty */
  empty: ReactNode;
  /** the next page is loaded when the end scrolls into view, not only by the button */
  isEndless?: boolean;
}

/** A paged list: its skeleton, its items, the button for more, a failure, or the empty state. */
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
  const isOutOfReach = useSelector(list, selectIsOfflineAndEmpty);
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
          ref={isEndless ? whenScrolledIntoView(more) : undefined}
        >
          {t({ message: 'Show more', comment: 'Button at the end of a list (verb).' })}
        </Button>
      ) : null}
    </>
  );
}

/** Distance below the screen's edge at which the end already counts as visible. */
const MARGIN = '240px';

/** Calls back each time an element scrolls into view, and at once if it is visible already. */
function whenScrolledIntoView(report: () => void) {
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
