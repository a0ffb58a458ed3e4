import type { ReactNode } from 'react';
import './card.css';

interface CardProps {
  /** names the card for those who hear it; shown above its content */
  title?: string;
  /** stands at the end of the title's line */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** One thing to look at. With a title it is a region of its own. */
export function Card({ title, aside, children, className = '' }: CardProps) {
  if (title === undefined) return <div className={`card ${className}`}>{children}</div>;
  return (
    <section className={`card ${className}`} aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
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
      <h1>{title}</h1>
      {children}
    </div>
  );
}
