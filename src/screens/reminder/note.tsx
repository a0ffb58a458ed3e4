import type { ReactNode } from 'react';
import '../../ui/states.css';

interface NoteProps {
  icon: ReactNode;
  tone?: 'good' | 'harm';
  title: string;
  text: string;
  children?: ReactNode;
}

/** One thing that is so, and what to do about it. */
export function Note({ icon, tone = 'good', title, text, children }: NoteProps) {
  return (
    <div className="notice standing">
      <span className={`notice-icon ${tone === 'harm' ? 'notice-harm' : ''}`}>{icon}</span>
      <h2>{title}</h2>
      <p className="notice-text">{text}</p>
      {children}
    </div>
  );
}
