import type { ReactNode } from 'react';
import './card.css';
import { focusIfLost } from './lost-focus.ts';

interface CardProps {
  /** names the card for screen readers; shown above its content */
  title?: string;
  /** stands at the end of the title's line */
  aside?: ReactNode;
  /** it comes in the place of something that may have had the focus */
  takesFocus?: boolean;
  children: ReactNode;
  className?: string;
}

/** One thing to look at. With a title it is a region of its own. */
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

/** The head of a screen and what stands under it; the foot stays clear of the tab bar. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="screen-body">
      {/* a link on the screen before has led here, and is out of sight now */}
      <h1 tabIndex={-1} ref={focusIfLost}>
        {title}
      </h1>
      {children}
    </div>
  );
}
