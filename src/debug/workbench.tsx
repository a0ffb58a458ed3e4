import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { selectValue } from '../../machines/resource.selectors.ts';
import { useChildIfAny } from '../app/system/use-child.ts';
import '../ui/card.css';
import { FormControl } from '../ui/field.tsx';
import './workbench.css';

const PAGES = [
  { path: '/Demo/demo', title: 'Calls' },
  { path: '/Demo/tools', title: 'Tools' },
  { path: '/Demo/machines', title: 'Live machines' },
] as const;

interface WorkbenchProps {
  title: string;
  /** path of the page */
  path: (typeof PAGES)[number]['path'];
  children: ReactNode;
}

/**
 * The frame of the engineers' pages, which the operator can turn off (`debug.pages`). They are in English, as the code
 * is, in every language.
 */
export function Workbench({ title, path, children }: WorkbenchProps) {
  // leads to an address without a page, which shows “Page not found”
  const config = useSelector(useChildIfAny('config'), (state) => state && selectValue(state));
  if (config?.debug_pages === false) return <Redirect to={`${path}/off`} replace />;
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

/** A list of names and values. */
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

/** The object of a JSON text, or the error. */
export function readJson(text: string): { object: object } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { object: value } : { problem: 'Expected: an object.' };
  } catch (error) {
    return { problem: String(error) };
  }
}

interface JsonInputProps {
  label: string;
  name: string;
  initial: string;
  problems: readonly string[];
}

/** Text area for JSON, one line higher than its initial text. */
export function JsonInput({ label, name, initial, problems }: JsonInputProps) {
  return (
    <FormControl label={label} errors={problems}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          className="json-field"
          defaultValue={initial}
          rows={initial.split('\n').length + 1}
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
    </FormControl>
  );
}
