import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { AlertIcon, InboxIcon, RetryIcon } from './icons.tsx';
import { focusIfLost } from './lost-focus.ts';
import './card.css';
import './states.css';

interface SkeletonProps {
  /** as CSS lengths; the text or picture that comes takes the same room */
  width?: string;
  height?: string;
  round?: boolean;
}

/** The shape of what is on its way. Says nothing itself: its surroundings are `aria-busy`. */
export function Skeleton({ width = '100%', height = '1em', round = false }: SkeletonProps) {
  const size: CSSProperties = { inlineSize: width, blockSize: height };
  return (
    <span className={`skeleton ${round ? 'skeleton-round' : ''}`} style={size} aria-hidden="true" />
  );
}

/** Stands beside what is on its way, and is seen when it has been so for five seconds. */
export function LongWait() {
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
  /** the title is a heading; it comes in the place of something that may have had the focus */
  isHeading?: boolean;
  /** said at once */
  role?: 'alert' | 'status';
  /** what to do next */
  action?: ReactNode;
}

/** Nothing is here yet, or one thing is so, and this is how that changes. */
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
  /** what happened, in a plain sentence */
  title: string;
  children?: ReactNode;
  onRetry: () => void;
  /** it ends by itself: nobody has to be alarmed */
  isQuiet?: boolean;
}

/** Something went wrong; it says what, and has its button. */
export function Failure({ title, children, onRetry, isQuiet = false }: FailureProps) {
  const { t } = useLingui();
  const retry = ({ currentTarget }: MouseEvent) => {
    // the button goes with what failed; the heading above it stays, and takes the focus
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
