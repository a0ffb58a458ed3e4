import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Activity, type ComponentType, useEffect, useLayoutEffect } from 'react';
import {
  selectPerson,
  selectScreen,
  selectScreenState,
  selectVisited,
} from '../../../machines/app/app.selectors.ts';
import { isKept, type ScreenName } from '../../../machines/app/screens.ts';
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

/** The screens' own code, which the stages have fetched. */
export interface ScreenSource {
  screenOf: (name: ScreenName) => ComponentType | undefined;
  /** what the last stage draws above the screens, when it is there */
  extras: () => ComponentType | undefined;
  prefetch: (name: ScreenName) => void;
}

/** The app: the screens, the tab bar, and what comes above them later. */
export function Shell({ source }: { source: ScreenSource }) {
  const root = useRoot();
  const current = useSelector(root, selectScreen);
  const person = useSelector(root, selectPerson);
  useDocument(current);
  return (
    <div className="app">
      <main className="app-screens">
        <PageProgressBar />
        {/* what one person has left open is not the next one's */}
        <Screens key={person} current={current} source={source} />
      </main>
      <TabBar current={current} onExpected={source.prefetch} />
      <LateComponents source={source} />
    </div>
  );
}

/** Looks for them itself: the screens are not drawn again when they come. */
function LateComponents({ source }: { source: ScreenSource }) {
  const Extras = useChildIfAny('ticker') ? source.extras() : undefined;
  return Extras ? <Extras /> : null;
}

/** What the document itself shows of the screen: title, name, and the colour of the bars around. */
function useDocument(screen: ScreenName): void {
  const { i18n } = useLingui();
  // the operator may leave the product without a name
  const text = [i18n._(titles[screen]), useProductName()].filter(Boolean).join(' | ');
  useEffect(() => {
    document.title = text;
  }, [text]);
  // styles go by it: a frame without it would show a screen as wide as another one
  useLayoutEffect(() => {
    document.documentElement.dataset.screen = screen;
    colourBars();
  }, [screen]);
}

interface ScreensProps {
  current: ScreenName;
  source: ScreenSource;
}

/** Every screen that was visited stays as it was left, out of sight; `current` is seen. */
function Screens({ current, source }: ScreensProps) {
  const visited = useSelector(useRoot(), selectVisited);
  const shown = visited.filter((name) => name === current || isKept(name));
  return (
    <>
      {shown.map((name) => (
        <Activity key={name} mode={name === current ? 'visible' : 'hidden'}>
          <div className={`screen screen-${name}`}>
            <OneScreen Screen={source.screenOf(name)} />
          </div>
        </Activity>
      ))}
      {visited.includes(current) ? null : <Arriving name={current} />}
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

/** A screen whose code is on its way, or did not come: the connection broke, or a newer version has it. */
function Arriving({ name }: { name: ScreenName }) {
  const { t } = useLingui();
  const state = useSelector(useRoot(), selectScreenState);
  return (
    <div className={`screen screen-${name}`}>
      {state === 'failed' ? (
        // a newer version may have taken its files away: a new page asks for those of its own
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
