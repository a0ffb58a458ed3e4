import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** pause between attempts, as long as after a boot phase that could not be loaded */
const RETRY_PAUSE_MS = 5_000;

/** Retries until the code is loaded: some components are needed just when the connection is lost. */
const fetchCode = <Code,>(load: () => Promise<Code>): Promise<Code> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    return fetchCode(load);
  });

/** A component whose code is loaded when it is rendered; until then, the rest of the page works without it. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  // React remembers a failed load for the life of the page, so the promise must never reject
  const Lazy: ComponentType<Props> = lazy(() => fetchCode(load));
  return (props) => (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
