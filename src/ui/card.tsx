import type { ReactNode } from 'react';
import './card.css';
import { focusIfLost } from './lost-focus.ts';

interface CardProps {
  /** names the card for screen readers; shown above its content */
  title?: string;
  /** at the end of the title's line */
  aside?: ReactNode;
  /** the card replaces an element that may have had the focus */
  takesFocus?: boolean;
  children: ReactNode;
  className?: string;
}

/** A card. With a title it is a region of its own. */
export function Card({ title, aside, takesFocus = false, children, className = '' }: CardProps) {
  if (title === undefined) return <div className={`card ${className}`}>{children}</div>;
  return (
    <section className={`card ${className}`} aria-label={title}>
      <div className="card-head">
        <h2 tabIndex={-1} ref={takesFocus ? focusIfLost : undefined}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Title and content of a screen, with space for the tab bar at its foot. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="screen-body">
      {/* the focused link may be on the previous, hidden screen */}
      <h1 tabIndex={-1} ref={focusIfLost}>
        {title}
      </h1>
      {children}
    </div>
  );
}
