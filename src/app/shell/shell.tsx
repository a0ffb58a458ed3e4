import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Activity, type ComponentType, useEffect, useLayoutEffect } from 'react';
import {
  selectPerson,
  selectScreen,
  selectScreenState,
  selectVisited,
} from '../../../machines/app/app.selectors.ts';
import { type ScreenName, staysMounted } from '../../../machines/app/screens.ts';
import { colourBars } from '../../ports/colour-bars.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Failure } from '../../ui/states.tsx';
import { useProductName } from '../components/use-product-name.ts';
import { useChildIfAny, useRoot } from '../system/use-child.ts';
import { PageProgressBar } from './page-progress-bar.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import '../../ui/forced-colors.css';
import './shell.css';
import { TabBar } from './tab-bar.tsx';
import { titles } from './titles.ts';

/** The components of the screens, as loaded by the boot phases. */
export interface ScreenSource {
  screenOf: (name: ScreenName) => ComponentType | undefined;
  /** the component that the last boot phase draws above the screens, once loaded */
  extras: () => ComponentType | undefined;
  prefetch: (name: ScreenName) => void;
}

/** The app: the screens, the tab bar, and later the components above them. */
export function Shell({ source }: { source: ScreenSource }) {
  const root = useRoot();
  const current = useSelector(root, selectScreen);
  const person = useSelector(root, selectPerson);
  useDocument(current);
  return (
    <div className="app">
      <main className="app-screens">
        <PageProgressBar />
        {/* screens that one user has left open are not shown to the next */}
        <Screens key={person} current={current} source={source} />
      </main>
      <TabBar current={current} onPrefetch={source.prefetch} />
      <LateComponents source={source} />
    </div>
  );
}

/** A component of its own: the screens are not rendered again when the extras are loaded. */
function LateComponents({ source }: { source: ScreenSource }) {
  const Extras = useChildIfAny('ticker') ? source.extras() : undefined;
  return Extras ? <Extras /> : null;
}

/** Sets the document's title, the screen's name for styles, and the browser's colour. */
function useDocument(screen: ScreenName): void {
  const { i18n } = useLingui();
  // the operator may leave the product's name empty
  const text = [i18n._(titles[screen]), useProductName()].filter(Boolean).join(' | ');
  useEffect(() => {
    document.title = text;
  }, [text]);
  // before the paint: styles of the wrong screen would show for a frame
  useLayoutEffect(() => {
    document.documentElement.dataset.screen = screen;
    colourBars();
  }, [screen]);
}

interface ScreensProps {
  current: ScreenName;
  source: ScreenSource;
}

/** A visited screen of the tab bar stays mounted as it was left, but hidden; `current` is visible. */
function Screens({ current, source }: ScreensProps) {
  const visited = useSelector(useRoot(), selectVisited);
  const shown = visited.filter((name) => name === current || staysMounted(name));
  return (
    <>
      {shown.map((name) => (
        <Activity key={name} mode={name === current ? 'visible' : 'hidden'}>
          <div className={`screen screen-${name}`}>
            <OneScreen Screen={source.screenOf(name)} />
          </div>
        </Activity>
      ))}
      {visited.includes(current) ? null : <LoadingScreen name={current} />}
    </>
  );
}

function OneScreen({ Screen }: { Screen: ComponentType | undefined }) {
  const { t } = useLingui();
  if (!Screen) return <ScreenSkeleton />;
  return (
    <ErrorBoundary
      fallback={(_, retry) => <Broken title={t`This screen stopped working.`} onRetry={retry} />}
    >
      <Screen />
    </ErrorBoundary>
  );
}

/** A screen whose code is loading or could not be loaded: no connection, or a newer version has replaced the code. */
function LoadingScreen({ name }: { name: ScreenName }) {
  const { t } = useLingui();
  const state = useSelector(useRoot(), selectScreenState);
  return (
    <div className={`screen screen-${name}`}>
      {state === 'failed' ? (
        // a newer version may have removed this version's files: the reloaded page has the newer version
        <Broken title={t`This screen could not be loaded.`} onRetry={() => location.reload()} />
      ) : (
        <ScreenSkeleton />
      )}
    </div>
  );
}

function Broken({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div className="screen-body">
      <div className="card">
        <Failure title={title} onRetry={onRetry} />
      </div>
    </div>
  );
}
