import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, useSyncExternalStore } from 'react';
import { pageProgress, watchPageProgress } from './page-progress.ts';
import './page-progress-bar.css';

/** A thin bar at the top while a screen's code is loading. */
export function PageProgressBar() {
  const { t } = useLingui();
  const { value, isLeaving } = useSyncExternalStore(watchPageProgress, pageProgress);
  if (value === null) return null;
  return (
    <div
      className={`page-progress ${isLeaving ? 'page-progress-leaving' : ''}`}
      role="progressbar"
      aria-label={t`Loading the page`}
      aria-valuenow={Math.round(value * 100)}
      style={{ '--filled': value } as CSSProperties}
    />
  );
}
