import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import './toaster.css';
import { AlertIcon, CheckIcon } from './icons.tsx';
import { toastPlace, watchToastPlace } from './toast-place.ts';

export interface ToastText {
  id: number | string;
  tone: 'plain' | 'good' | 'harm';
  text: string;
  /** the serial of the place that it was first said at */
  place: number;
}

/**
 * Short words about what just happened, above everything: above the screens, or in the dialog
 * that lies above them.
 */
export function Toaster({ toasts }: { toasts: readonly ToastText[] }) {
  const { element, serial } = useSyncExternalStore(watchToastPlace, toastPlace, toastPlace);
  const said = toasts.filter(({ place }) => place !== serial);
  const fresh = toasts.filter(({ place }) => place === serial);
  return (
    <>
      <div className="toaster">
        <Regions said={element ? [] : said} fresh={element ? [] : fresh} />
      </div>
      {element ? createPortal(<Regions said={said} fresh={fresh} />, element) : null}
    </>
  );
}

interface RegionsProps {
  /** read out elsewhere: still shown for the rest of their time, without another word */
  said: readonly ToastText[];
  fresh: readonly ToastText[];
}

/** The speaking region is there before its first toast, so that what appears in it is read out. */
function Regions({ said, fresh }: RegionsProps) {
  return (
    <>
      {said.length > 0 ? (
        <div className="toasts" role="status" aria-live="off">
          {said.map((toast) => (
            <Toast key={toast.id} {...toast} />
          ))}
        </div>
      ) : null}
      {/* each on its own: one more does not have the others read out again */}
      <div className="toasts" role="status" aria-live="polite" aria-atomic="false">
        {fresh.map((toast) => (
          <Toast key={toast.id} {...toast} />
        ))}
      </div>
    </>
  );
}

function Toast({ tone, text }: ToastText) {
  return (
    <p className={`toast toast-${tone}`}>
      {tone === 'good' ? <CheckIcon size={20} /> : null}
      {tone === 'harm' ? <AlertIcon size={20} /> : null}
      <span>{text}</span>
    </p>
  );
}
