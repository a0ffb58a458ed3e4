import './toaster.css';
import { AlertIcon, CheckIcon } from './icons.tsx';

export interface ToastText {
  id: number | string;
  tone: 'plain' | 'good' | 'harm';
  text: string;
}

/**
 * Short words about what just happened, above everything. The region is always there, so that
 * what appears in it is read out.
 */
export function Toaster({ toasts }: { toasts: readonly ToastText[] }) {
  return (
    <div className="toaster" role="status" aria-live="polite">
      {toasts.map(({ id, tone, text }) => (
        <p key={id} className={`toast toast-${tone}`}>
          {tone === 'good' ? <CheckIcon size={20} /> : null}
          {tone === 'harm' ? <AlertIcon size={20} /> : null}
          <span>{text}</span>
        </p>
      ))}
    </div>
  );
}
