import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** What draws it is fetched when it is wanted. */
const QrCode = lazy(() => import('../../ui/qr-code.tsx'));

interface LinkPictureProps {
  /** null while it is not known */
  link: string | null;
  /** what it leads to, for those who cannot see it */
  name: string;
  /** gives it its size */
  className: string;
}

/** A link for cameras; without the code that draws it the link serves as well. */
export function LinkPicture({ link, name, className }: LinkPictureProps) {
  const waiting = <Skeleton height="100%" />;
  return (
    <ErrorBoundary fallback={() => null}>
      <div className={className}>
        {link === null ? (
          waiting
        ) : (
          <Suspense fallback={waiting}>
            <QrCode text={link} name={name} />
          </Suspense>
        )}
      </div>
    </ErrorBoundary>
  );
}
