import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { isOffline } from '../../../machines/offline.ts';
import { selectLoss, selectSessionsState } from '../../../machines/sessions.selectors.ts';
import { startSessions } from '../../app/actors/sessions.actors.ts';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { Offline } from '../../app/components/offline.tsx';
import { useChild, useChildIfAny, useEffects, useRoot } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { SessionList } from './session-list.tsx';

/** Where one is logged in; its machine starts with it, and stays. */
export default function SessionsSheet() {
  const root = useRoot();
  const effects = useEffects();
  useEffect(() => startSessions({ root, effects }), [root, effects]);
  return useChildIfAny('sessions') ? <Opened /> : null;
}

function Opened() {
  const { t } = useLingui();
  const sessions = useChild('sessions');
  const state = useSelector(sessions, selectSessionsState);
  const place = useRef<HTMLDivElement>(null);
  if (state === 'closed') return null;
  const close = () => sessions.send({ type: 'dialog.closed' });
  const retry = () => {
    // the button goes with what failed
    place.current?.focus();
    sessions.send({ type: 'retry.pressed' });
  };
  return (
    <Sheet title={t`Where you are logged in`} onClose={close}>
      <div ref={place} className="stack" tabIndex={-1}>
        {state === 'loading' ? <SkeletonRows /> : null}
        {state === 'lost' ? <Lost onRetry={retry} /> : null}
        {state === 'loading' || state === 'lost' ? null : <SessionList />}
      </div>
      <Button
        wide
        look="quiet"
        aria-disabled={state === 'ending' || undefined}
        onClick={close}
      >{t`Close`}</Button>
    </Sheet>
  );
}

function Lost({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  const failure = useSelector(useChild('sessions'), selectLoss);
  if (isOffline(failure)) return <Offline onRetry={onRetry} />;
  return <LoadFailure title={t`This could not be loaded.`} failure={failure} onRetry={onRetry} />;
}
