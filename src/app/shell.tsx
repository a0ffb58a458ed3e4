import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Activity, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { colourBars } from '../ports/scheme.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Failure } from '../ui/states.tsx';
import { PageProgressBar } from './page-progress-bar.tsx';
import { useProductName } from './product.ts';
import {
  isEntrance,
  loginPathFor,
  type Route,
  returnPathOf,
  routeOf,
  ScreenLoadError,
} from './routes.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import './shell.css';
import { useSystem } from './system-context.tsx';
import { TabBar } from './tab-bar.tsx';
import { Ticker } from './ticker.tsx';
import { ToastRegion } from './toast-region.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** The app, and above it the toasts: what was said once stays while somebody is led elsewhere. */
export function Shell() {
  return (
    <>
      <Frame />
      <ToastRegion />
    </>
  );
}

/** The frame around every screen: what is shown where, for whom, and under which title. */
function Frame() {
  const { auth, screens } = useSystem();
  const [path] = useLocation();
  const search = useSearch();
  const route = routeOf(path);
  const isVisitor = useSelector(auth, ({ context }) => context.token === null);
  const subscribe = useCallback((listener: () => void) => screens.subscribe(listener), [screens]);
  const epoch = useSyncExternalStore(subscribe, screens.epoch);
  usePage(route);
  if (route.isPrivate && isVisitor) return <Redirect to={loginPathFor(route)} replace />;
  if (isEntrance(route) && !isVisitor) return <Redirect to={returnPathOf(search)} replace />;
  // an alias, or a slash too many
  if (route.path && route.path !== path) return <Redirect to={route.path} replace />;
  return (
    <div className="app">
      <main className="app-screens">
        <PageProgressBar />
        <VisitedScreens key={epoch} current={route} />
      </main>
      <TabBar current={route.name} />
      {isEntrance(route) ? null : <Ticker />}
      <UpdateNotice />
    </div>
  );
}

/** What the document itself shows of the screen: title, name, and the colour of the bars around. */
function usePage({ name, title }: Route): void {
  const { i18n } = useLingui();
  const text = `${i18n._(title)} | ${useProductName()}`;
  useEffect(() => {
    document.title = text;
  }, [text]);
  useEffect(() => {
    document.documentElement.dataset.screen = name;
    colourBars();
  }, [name]);
}

/** Every screen that was visited stays as it was left, out of sight; `current` is seen. */
function VisitedScreens({ current }: { current: Route }) {
  const [visited, setVisited] = useState<readonly Route[]>([]);
  const isNew = current.isCached && !visited.includes(current);
  if (isNew) setVisited([...visited, current]);
  const shown = visited.includes(current) ? visited : [...visited, current];
  return shown.map((route) => (
    <Activity key={route.name} mode={route === current ? 'visible' : 'hidden'}>
      <div className={`screen screen-${route.name}`}>
        <OneScreen {...route} />
      </div>
    </Activity>
  ));
}

function OneScreen({ Screen }: Route) {
  return (
    <ErrorBoundary fallback={(error, retry) => <BrokenScreen error={error} onRetry={retry} />}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Screen />
      </Suspense>
    </ErrorBoundary>
  );
}

function BrokenScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const isMissing = error instanceof ScreenLoadError;
  return (
    <div className="screen-body">
      <div className="card">
        {isMissing ? (
          // the browser remembers that a module could not be fetched: only a new page asks again
          <Failure title={t`This screen could not be loaded.`} onRetry={() => location.reload()} />
        ) : (
          <Failure title={t`This screen stopped working.`} onRetry={onRetry} />
        )}
      </div>
    </div>
  );
}
