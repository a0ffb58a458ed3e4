import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** as long as the stages of starting wait, with which the code comes otherwise */
const RETRY_PAUSE_MS = 5_000;

/** Asks until it is there: what speaks of a broken line is wanted just then. */
const fetchCode = <Code,>(load: () => Promise<Code>): Promise<Code> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    return fetchCode(load);
  });

/** A part whose code is fetched when it is wanted; without it all else goes on. */
export function latePart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  // React keeps a failure for the life of the page, and so must never see one
  const Part: ComponentType<Props> = lazy(() => fetchCode(load));
  return (props) => (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
