import { Skeleton, SlowLoadingNotice } from '../../ui/states.tsx';
import '../../ui/card.css';

/** The skeleton of a screen whose code is loading. */
export function ScreenSkeleton() {
  return (
    <div className="screen-body waiting" aria-busy="true">
      <Skeleton width="9em" height="1.75rem" />
      <Skeleton height="9rem" />
      <Skeleton height="14rem" />
      <SlowLoadingNotice />
    </div>
  );
}
