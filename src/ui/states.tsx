import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { AlertIcon, InboxIcon, RetryIcon } from './icons.tsx';
import { focusIfLost } from './lost-focus.ts';
import './card.css';
import './states.css';

interface SkeletonProps {
  /** CSS lengths: as large as the text or picture that replaces it */
  width?: string;
  height?: string;
  round?: boolean;
}

/** Placeholder of loading content, without a text of its own: the elements around it are `aria-busy`. */
export function Skeleton({ width = '100%', height = '1em', round = false }: SkeletonProps) {
  const size: CSSProperties = { inlineSize: width, blockSize: height };
  return (
    <span className={`skeleton ${round ? 'skeleton-round' : ''}`} style={size} aria-hidden="true" />
  );
}

/** Notice beside loading content, visible after five seconds. */
export function SlowLoadingNotice() {
  const { t } = useLingui();
  return (
    <p className="long-wait" role="status">
      {t({ message: 'This takes longer than usual', comment: 'On what is still loading. Narrow.' })}
    </p>
  );
}

interface NoticeProps {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  tone?: 'good' | 'harm';
  /** the title is a heading; it may replace an element that had the focus */
  isHeading?: boolean;
  /** read out as it appears: `alert` interrupts, `status` waits for a pause */
  role?: 'alert' | 'status';
  /** button for the next step */
  action?: ReactNode;
}

/** Notice of an empty list or another state, and perhaps a button to change it. */
export function EmptyState({
  title,
  children,
  icon = <InboxIcon />,
  tone = 'good',
  isHeading = false,
  role,
  action,
}: NoticeProps) {
  return (
    <div className="notice" role={role}>
      <span className={`disc notice-icon ${tone === 'harm' ? 'notice-harm' : ''}`}>{icon}</span>
      {isHeading ? (
        <h2 tabIndex={-1} ref={focusIfLost}>
          {title}
        </h2>
      ) : (
        <p className="notice-title">{title}</p>
      )}
      {children ? <p className="notice-text">{children}</p> : null}
      {action}
    </div>
  );
}

interface FailureProps {
  /** the failure, in a plain sentence */
  title: string;
  children?: ReactNode;
  onRetry: () => void;
  /** the failure ends by itself, so it does not alarm people */
  isQuiet?: boolean;
}

/** Notice of a failure, with a Retry button. */
export function Failure({ title, children, onRetry, isQuiet = false }: FailureProps) {
  const { t } = useLingui();
  const retry = ({ currentTarget }: MouseEvent) => {
    // the button disappears with the failure; the heading above it stays, and takes the focus
    const around = currentTarget.closest('section, .screen-body');
    around?.querySelector<HTMLElement>('h1, h2')?.focus();
    onRetry();
  };
  return (
    <EmptyState
      role={isQuiet ? 'status' : 'alert'}
      tone={isQuiet ? 'good' : 'harm'}
      icon={isQuiet ? <RetryIcon /> : <AlertIcon />}
      title={title}
      action={
        <Button look="tonal" icon={<RetryIcon />} onClick={retry}>
          {t({ message: 'Retry', comment: 'Button (verb): try again. Narrow.' })}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
