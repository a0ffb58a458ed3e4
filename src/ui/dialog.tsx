import { type ReactNode, useCallback, useId, useRef } from 'react';
import { openLayer } from './back.ts';
import './dialog.css';
import { openToastPlace, raise } from './toast-place.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** Escape, Back and a press beside it; the machine decides whether that closes it */
  onClose: () => void;
  /** `sheet` rises from the foot and is as wide as the screen, `full` leaves nothing else to be seen */
  shape?: 'box' | 'sheet' | 'full';
}

/**
 * A native modal: focus goes in, stays in, and returns to what opened it. Show it by rendering it,
 * close it by no longer rendering it.
 */
export function Dialog({ title, children, onClose, shape = 'box' }: DialogProps) {
  const titleId = useId();
  const latest = useRef(onClose);
  latest.current = onClose;
  // there for as long as the dialog is
  const toasts = useRef<HTMLDivElement>(null as never);
  // closed before the press is over, the rest of it would land on what lies below
  const isPressedBeside = useRef(false);
  const isShown = useRef(false);
  const open = useCallback((dialog: HTMLDialogElement) => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.showModal();
    isShown.current = true;
    const leave = openLayer(() => latest.current());
    const leaveToasts = openToastPlace(toasts.current);
    return () => {
      leaveToasts();
      leave();
      isShown.current = false;
      dialog.close();
      opener?.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key closes it by `onCancel`
    <dialog
      ref={open}
      className={`dialog dialog-${shape}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // a browser closes it by a second Escape without asking: it is for its opener to close
        // one that was hidden with its screen would take every press on the next one
        if (currentTarget.open || !isShown.current) return;
        currentTarget.showModal();
        raise(toasts.current);
        onClose();
      }}
      // within its box everything is a part of it
      onMouseDown={({ target, currentTarget }) => {
        isPressedBeside.current = target === currentTarget;
      }}
      onMouseUp={({ target, currentTarget }) => {
        isPressedBeside.current &&= target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (isPressedBeside.current && target === currentTarget) onClose();
      }}
    >
      <div className="dialog-body">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      <div ref={toasts} className="toaster" popover="manual" />
    </dialog>
  );
}

export function Sheet(props: Omit<DialogProps, 'shape'>) {
  return <Dialog {...props} shape="sheet" />;
}
