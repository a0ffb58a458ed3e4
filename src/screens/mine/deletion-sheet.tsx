import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { selectIsKept, selectLoss } from '../../../machines/deletion.selectors.ts';
import { selectState } from '../../../machines/form.selectors.ts';
import { isOffline } from '../../../machines/offline.ts';
import { startDeletion } from '../../app/actors/deletion.actors.ts';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { Offline } from '../../app/components/offline.tsx';
import { useChild, useChildIfAny, useEffects, useRoot } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DeletionForm } from './deletion-form.tsx';
import './deletion-sheet.css';
import { Losses } from './losses.tsx';

/** Where the account is deleted; its machine starts with it, and stays. */
export default function DeletionSheet() {
  const root = useRoot();
  const effects = useEffects();
  useEffect(() => startDeletion({ root, effects }), [root, effects]);
  return useChildIfAny('deletion') ? <Opened /> : null;
}

function Opened() {
  const { t } = useLingui();
  const deletion = useChild('deletion');
  const state = useSelector(deletion, selectState);
  if (state === 'closed') return null;
  const close = () => deletion.send({ type: 'dialog.closed' });
  const isBusy = state === 'sending' || state === 'forgetting';
  return (
    <Sheet title={t`Delete account`} onClose={close}>
      <Inside onClose={close} />
      {state === 'deleted' ? null : (
        <Button
          wide
          look="quiet"
          aria-disabled={isBusy || undefined}
          onClick={close}
        >{t`Close`}</Button>
      )}
    </Sheet>
  );
}

function Inside({ onClose }: { onClose: () => void }) {
  const state = useSelector(useChild('deletion'), selectState);
  switch (state) {
    case 'loading':
    case 'lost':
    case 'shown':
      return <WhatIsLost />;
    case 'deleted':
      return <Deleted onClose={onClose} />;
    default:
      return <DeletionForm />;
  }
}

function WhatIsLost() {
  const { t } = useLingui();
  const deletion = useChild('deletion');
  const state = useSelector(deletion, selectState);
  const failure = useSelector(deletion, selectLoss);
  const place = useRef<HTMLDivElement>(null);
  const retry = () => {
    // the button goes with what failed
    place.current?.focus();
    deletion.send({ type: 'retry.pressed' });
  };
  return (
    <div ref={place} className="stack" tabIndex={-1}>
      {state === 'loading' ? <SkeletonRows /> : null}
      {failure && isOffline(failure) ? <Offline onRetry={retry} /> : null}
      {failure && !isOffline(failure) ? (
        <LoadFailure title={t`This could not be loaded.`} failure={failure} onRetry={retry} />
      ) : null}
      {state === 'shown' ? <Losses /> : null}
    </div>
  );
}

function Deleted({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const isKept = useSelector(useChild('deletion'), selectIsKept);
  return (
    <EmptyState
      icon={<CheckIcon />}
      title={t`Your account is deleted`}
      isHeading
      role="status"
      action={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      {isKept
        ? t({
            message:
              'Not everything could be erased from this device. Clear the data of this site in your browser’s settings.',
            comment: 'After the account was deleted.',
          })
        : t({
            message: 'What this app kept on this device is erased, too.',
            comment: 'After the account was deleted.',
          })}
    </EmptyState>
  );
}
