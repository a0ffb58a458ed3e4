import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRef, Snapshot } from 'xstate';
import {
  type Loaded,
  selectFailure,
  selectIsOffline,
  selectValue,
} from '../../../machines/resource.selectors.ts';
import { SlowLoadingNotice } from '../../ui/states.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Offline } from './offline.tsx';

interface ResourceViewProps<Value> {
  resource: ActorRef<Snapshot<unknown> & Loaded<Value>, { type: 'retry.pressed' }>;
  /** the skeleton shown while loading */
  waiting: ReactNode;
  /** a sentence that names the missing data */
  failed?: string;
  /** a failure is shown even if an older value is shown */
  showsReloadFailure?: boolean;
  /** another component on the screen reports that there is no connection */
  isOfflineShownElsewhere?: boolean;
  children: (value: Value) => ReactNode;
}

/** A resource: its skeleton, then its value, or its failure. */
export function ResourceView<Value>({
  resource,
  waiting,
  failed,
  showsReloadFailure = false,
  isOfflineShownElsewhere = false,
  children,
}: ResourceViewProps<Value>) {
  const { t } = useLingui();
  const value: Value | null = useSelector(resource, selectValue);
  const failure = useSelector(resource, selectFailure);
  const isOffline = useSelector(resource, selectIsOffline);
  const retry = () => resource.send({ type: 'retry.pressed' });
  const failureNotice =
    failure && !isOffline ? (
      <LoadFailure
        title={failed ?? t`This could not be loaded.`}
        failure={failure}
        onRetry={retry}
      />
    ) : null;
  if (value === null) {
    if (isOffline) return isOfflineShownElsewhere ? null : <Offline onRetry={retry} />;
    return (
      failureNotice ?? (
        <div className="waiting" aria-busy="true">
          {waiting}
          <SlowLoadingNotice />
        </div>
      )
    );
  }
  return (
    <>
      {children(value)}
      {showsReloadFailure ? failureNotice : null}
    </>
  );
}
