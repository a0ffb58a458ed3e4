import { useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { AlertIcon, CheckIcon } from './icons.tsx';
import './toaster.css';
import { toastPlace, watchToastPlace } from './toast-place.ts';

export interface ToastText {
  id: number | string;
  tone: 'plain' | 'good' | 'harm';
  text: string;
}

/** Toasts: short messages above the screens, or in the uppermost open dialog. */
export function Toaster({ toasts }: { toasts: readonly ToastText[] }) {
  const { element, serial } = useSyncExternalStore(watchToastPlace, toastPlace, toastPlace);
  // by toast id, the serial of the first place where the toast was mounted: only there it is read out
  const firstPlaces = useRef(new Map<ToastText['id'], number>()).current;
  const isUnannounced = ({ id }: ToastText) => (firstPlaces.get(id) ?? serial) === serial;
  const onShown = (id: ToastText['id']) => {
    if (!firstPlaces.has(id)) firstPlaces.set(id, serial);
  };
  const regions = (
    <Regions
      announced={toasts.filter((toast) => !isUnannounced(toast))}
      unannounced={toasts.filter(isUnannounced)}
      onShown={onShown}
    />
  );
  return (
    <>
      <div className="toaster">
        {element ? <Regions announced={[]} unannounced={[]} onShown={onShown} /> : regions}
      </div>
      {element ? createPortal(regions, element) : null}
    </>
  );
}

interface RegionsProps {
  /** read out at another place: still shown for the rest of their time, silently */
  announced: readonly ToastText[];
  unannounced: readonly ToastText[];
  onShown: (id: ToastText['id']) => void;
}

/** The live region is mounted before its first toast, so that each new toast is read out. */
function Regions({ announced, unannounced, onShown }: RegionsProps) {
  return (
    <>
      {announced.length > 0 ? (
        <div className="toasts" role="status" aria-live="off">
          {announced.map((toast) => (
            <Toast key={toast.id} {...toast} />
          ))}
        </div>
      ) : null}
      {/* not atomic: a new toast does not cause the others to be read out again */}
      <div className="toasts" role="status" aria-live="polite" aria-atomic="false">
        {unannounced.map((toast) => (
          <Toast key={toast.id} {...toast} onShown={onShown} />
        ))}
      </div>
    </>
  );
}

interface ToastProps extends ToastText {
  onShown?: (id: ToastText['id']) => void;
}

function Toast({ id, tone, text, onShown }: ToastProps) {
  return (
    <p className={`toast toast-${tone}`} ref={() => onShown?.(id)}>
      {tone === 'good' ? <CheckIcon size={20} /> : null}
      {tone === 'harm' ? <AlertIcon size={20} /> : null}
      <span>{text}</span>
    </p>
  );
}
