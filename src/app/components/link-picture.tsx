import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** The code that draws a QR code, loaded when needed. */
const QrCode = lazy(() => import('../../ui/qr-code.tsx'));

interface LinkPictureProps {
  /** null until it is known */
  link: string | null;
  /** the target of the link, for screen readers */
  name: string;
  /** sets the size */
  className: string;
}

/** A QR code of a link; nothing if its code cannot be loaded: the link itself is enough. */
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
