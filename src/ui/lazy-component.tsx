import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** as long as the stages of starting wait, with which the code comes otherwise */
const RETRY_PAUSE_MS = 5_000;

/** Asks until it is there: the words about a broken connection are wanted just then. */
const fetchCode = <Code,>(load: () => Promise<Code>): Promise<Code> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    return fetchCode(load);
  });

/** A component whose code is fetched when it is drawn; without it, the rest of the page goes on. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  // React keeps a failure for the life of the page, and so must never see one
  const Lazy: ComponentType<Props> = lazy(() => fetchCode(load));
  return (props) => (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
