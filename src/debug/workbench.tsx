import type { ReactNode } from 'react';
import { Link } from 'wouter';
import '../ui/card.css';
import './workbench.css';

const PAGES = [
  { path: '/Demo/demo', title: 'Calls' },
  { path: '/Demo/tools', title: 'Tools' },
  { path: '/Demo/machines', title: 'Live machines' },
] as const;

interface WorkbenchProps {
  title: string;
  /** the page's own path */
  path: (typeof PAGES)[number]['path'];
  children: ReactNode;
}

/** The frame of the engineers' pages. They speak English, as the code does, in every language. */
export function Workbench({ title, path, children }: WorkbenchProps) {
  return (
    <div className="screen-body workbench" lang="en" dir="ltr">
      <h1>{title}</h1>
      <nav className="workbench-pages" aria-label="Debug pages">
        {PAGES.map((page) => (
          <Link
            key={page.path}
            href={page.path}
            aria-current={page.path === path ? 'page' : undefined}
          >
            {page.title}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}

/** Things by their names. */
export function DetailList({ details }: { details: Readonly<Record<string, string>> }) {
  return (
    <dl className="workbench-details">
      {Object.entries(details).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
