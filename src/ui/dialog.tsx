import { type ReactNode, useCallback, useId, useRef } from 'react';
import { openLayer } from './back.ts';
import './dialog.css';
import { openToastPlace, raise } from './toast-place.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** called at Escape, Back and a press outside; the machine decides whether the dialog closes */
  onClose: () => void;
  /** `sheet` rises from the foot of the screen at full width, `full` covers the screen */
  shape?: 'box' | 'sheet' | 'full';
}

/** A native modal dialog: the focus moves in, stays in, and returns to the opener. It is open while it is rendered. */
export function Dialog({ title, children, onClose, shape = 'box' }: DialogProps) {
  const titleId = useId();
  const latest = useRef(onClose);
  latest.current = onClose;
  // never null while the dialog is mounted
  const toasts = useRef<HTMLDivElement>(null as never);
  // a dialog that closes before the press ends would pass the rest of it to the page below
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
        // browsers close the dialog at a second Escape without `onCancel`, but only its opener may close it:
        // opens it again, unless it is hidden with its screen, where it would receive every press on the next
        // screen
        if (currentTarget.open || !isShown.current) return;
        currentTarget.showModal();
        raise(toasts.current);
        onClose();
      }}
      // presses inside the dialog's box have its body as their target
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
