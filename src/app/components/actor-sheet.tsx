import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type ReactNode, useRef } from 'react';
import { isOffline } from '../../../machines/offline.ts';
import { selectLoadFailure, selectState } from '../../../machines/sheet.selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { SheetStart } from '../system/starts.ts';
import { useChild, useChildIfAny } from '../system/use-child.ts';
import { useStarted } from '../system/use-started.ts';
import { LoadFailure } from './load-failure.tsx';
import { Offline } from './offline.tsx';

/** The children with a sheet, which is closed in their state `closed`. */
export type SheetId =
  | 'agreement'
  | 'deletion'
  | 'emailChange'
  | 'myData'
  | 'objection'
  | 'passkeys'
  | 'password'
  | 'proof'
  | 'recovery'
  | 'report'
  | 'sessions'
  | 'statement';

/** Gives all children with a sheet one type: TypeScript finds the union of their types too complex. */
export const asSheet = (child: SheetId) => child as 'password';

interface StartedProps {
  child: SheetId;
  /** starts the machine, whose code is loaded with the sheet; the machine runs on after the sheet is closed */
  start: SheetStart;
  children: ReactNode;
}

/** Starts the machine of a sheet, unless it runs already, and draws the sheet while it is open. */
export function StartedSheet({ child, start, children }: StartedProps) {
  useStarted(start);
  const actor = useChildIfAny(asSheet(child));
  const isOpen = useSelector(actor, (at) => at !== undefined && selectState(at) !== 'closed');
  return isOpen ? children : null;
}

const closing = { type: 'dialog.closed' } as const;

interface ActorSheetProps {
  child: SheetId;
  title: string;
  children: ReactNode;
  /** the content has a button to close the sheet: `Completed` */
  isCompleted?: boolean;
}

/** A sheet that its machine closes. */
export function ActorSheet({ child, title, children, isCompleted = false }: ActorSheetProps) {
  const { t } = useLingui();
  const actor = useChild(asSheet(child));
  const cannotClose = useSelector(actor, (at) => !at.can(closing));
  const close = () => actor.send(closing);
  return (
    <Sheet title={title} onClose={close}>
      {children}
      {isCompleted ? null : (
        <Button
          wide
          look="quiet"
          aria-disabled={cannotClose || undefined}
          onClick={close}
        >{t`Close`}</Button>
      )}
    </Sheet>
  );
}

interface ContentProps {
  child: 'deletion' | 'passkeys' | 'sessions' | 'statement';
  children: ReactNode;
}

/** Content that a sheet loads as it opens. */
export function SheetContent({ child, children }: ContentProps) {
  const { t } = useLingui();
  const actor = useChild(child);
  const isLoading = useSelector(actor, selectState) === 'loading';
  const failure = useSelector(actor, selectLoadFailure);
  const place = useRef<HTMLDivElement>(null);
  const retry = () => {
    // the focused button disappears with the failure
    place.current?.focus();
    actor.send({ type: 'retry.pressed' });
  };
  return (
    <div ref={place} className="stack" tabIndex={-1}>
      {isLoading ? <SkeletonRows /> : null}
      {failure && isOffline(failure) ? <Offline onRetry={retry} /> : null}
      {failure && !isOffline(failure) ? (
        <LoadFailure title={t`This could not be loaded.`} failure={failure} onRetry={retry} />
      ) : null}
      {isLoading || failure ? null : children}
    </div>
  );
}

/** The content of a sheet after its task is done. */
export function Completed({ child, title, children }: Omit<ActorSheetProps, 'isCompleted'>) {
  const { t } = useLingui();
  const actor = useChild(asSheet(child));
  return (
    <EmptyState
      icon={<CheckIcon />}
      title={title}
      isHeading
      role="status"
      action={<Button onClick={() => actor.send(closing)}>{t`Close`}</Button>}
    >
      {children}
    </EmptyState>
  );
}
