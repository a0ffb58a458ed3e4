import { Skeleton, SlowLoadingNotice } from './states.tsx';

/** Skeleton of a list whose rows have an icon, two lines and an amount. */
export function SkeletonRows() {
  return (
    <div className="rows waiting" aria-busy="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className="row">
          <Skeleton width="28px" height="28px" round />
          <span className="row-main skeleton-lines">
            <Skeleton width="55%" />
            <Skeleton width="35%" height="0.8em" />
          </span>
          <Skeleton width="3em" />
        </div>
      ))}
      <SlowLoadingNotice />
    </div>
  );
}
