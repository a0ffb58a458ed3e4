import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Button } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/states.tsx';
import type { ListMachine } from './actors/list.actors.ts';
import { LoadFailure } from './load-failure.tsx';

interface PagedListProps<Item, Summary> {
  list: ActorRefFrom<ListMachine<Item, Summary>>;
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
export function PagedList<Item, Summary = null>({
  list,
  children,
  waiting = <SkeletonRows />,
  failed,
  empty,
  isEndless = false,
}: PagedListProps<Item, Summary>) {
  const { t } = useLingui();
  const state = useSelector(list, (snapshot) => snapshot);
  const { items, page, wanted, total, failure } = state.context;
  const isBusy = state.hasTag('busy');
  const more = () => list.send({ type: 'end.reached' });
  if (page === 0 && isBusy) return waiting;
  return (
    <>
      {items.length > 0 ? children(items) : null}
      {items.length === 0 && page > 0 && !state.matches('failed') ? empty : null}
      {state.matches('failed') ? (
        <LoadFailure
          title={failed}
          failure={failure}
          onRetry={() => list.send({ type: 'retry.pressed' })}
        />
      ) : null}
      {items.length > 0 && items.length < total && !state.matches('failed') ? (
        <Button
          look="tonal"
          busy={isBusy && wanted > page}
          onClick={more}
          ref={isEndless ? whenInSight(more) : undefined}
        >
          {t`Show more`}
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
