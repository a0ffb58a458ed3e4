import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isBuilt } from '../../scripts/build.ts';
import { builtFiles } from './built.ts';
import {
  allowedInMarkup,
  allowedInScripts,
  allowedInStyles,
  polyfilled,
} from './compat/allowed.ts';
import { newInTags, newInView } from './compat/markup.ts';
import { newInScript } from './compat/scripts.ts';
import { newInStyles } from './compat/styles.ts';
import { isLackedBy, versionsFromFloor } from './compat/support.ts';
import { root } from './imports.ts';

const dist = join(import.meta.dirname, '../../dist');
const textsOf = (ending: string, ...more: string[]) =>
  [...builtFiles().filter((file) => file.endsWith(ending)), ...more].map((file) =>
    readFileSync(join(dist, file), 'utf8'),
  );

/** The inline scripts or styles of a page. */
const inlined = (tag: 'script' | 'style') =>
  textsOf('.html', 'index.html').flatMap((page) =>
    [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => text),
  );

const allOf = (texts: string[], look: (text: string) => Set<string>) =>
  [...new Set(texts.flatMap((text) => [...look(text)]))].sort();

describe('the check of browser compatibility', () => {
  test('finds the features of a script that are above the floor', () => {
    const source = `
      AbortSignal.any([]); new Intl.Segmenter(); [].toSorted(); element.showPopover();
      /(?<=a)b/; document['startViewTransition'](); Object.groupBy(x, y); new CompressionStream('gzip');
    `;
    expect([...newInScript(source)].sort()).toEqual([
      'AbortSignal.any',
      'Array.toSorted',
      'CompressionStream',
      'Document.startViewTransition',
      'HTMLElement.showPopover',
      'Intl.Segmenter',
      'Object.groupBy',
      'RegExp lookbehind',
    ]);
  });

  test('does not report features that the floor has', () => {
    const source = `
      [].at(-1); Object.hasOwn(a, b); structuredClone(a); new AbortController(); 'x'.replaceAll('a', 'b');
      crypto.randomUUID(); navigator.locks.request('a', b); dialog.showModal(); new ResizeObserver(c);
    `;
    expect([...newInScript(source)]).toEqual([]);
  });

  test('finds the features of a style that are above the floor', () => {
    const source = `
      @container (height < 4px) { a { height: 100cqb } }
      a:has(b) { color: oklch(from red l c h); height: 100dvh; rotate: 4deg; & i { color: red } }
      @supports (height: 1dvh) { a { height: 1dvh } }
      @media (width < 4px) { a { user-select: none; -webkit-user-select: none } }
      @media not (min-width: 4px) { a { color: red } }
    `;
    expect([...newInStyles(source)].sort()).toEqual([
      ':has',
      '@container',
      '@media not',
      '@media ranges',
      'container_query_length_units',
      'nesting',
      'oklch()',
      'relative colours',
      'rotate',
      'viewport_percentage_units_dynamic',
    ]);
  });
});

describe('a polyfilled feature', () => {
  test('is missing only where a feature that the app tests for is missing too', () => {
    const source = readFileSync(join(root, 'src/ports/needs-polyfills.ts'), 'utf8');
    const featureDetected = [...source.matchAll(/'(\w+)' in (\w+)/g)].map(
      ([, name, of]) => `${of}.${name}`,
    );
    const parts = Object.keys(allowedInScripts).filter(
      (name) => allowedInScripts[name] === polyfilled,
    );
    expect(parts).toEqual(expect.arrayContaining(featureDetected));
    const unseen = versionsFromFloor().filter(
      (version) =>
        [...parts, 'HTMLElement.inert'].some((name) => isLackedBy(name, version)) &&
        !featureDetected.some((name) => isLackedBy(name, version)),
    );
    expect(unseen).toEqual([]);
  });
});

describe('the markup', () => {
  test('is checked for attributes above the floor, in views and in tags', () => {
    const view = `
      const a = <div inert={isAway} hidden><Field enterKeyHint="go" popover="manual" /></div>;
      const b = <img fetchPriority="high" loading="lazy" alt="" />;
    `;
    expect([...newInView(view)].sort()).toEqual(['<img fetchpriority>', 'inert', 'popover']);
    const tags = `'<link rel="preload" fetchpriority="high"><video id="x"' + (a ? ' inert' : '') + ' muted>'`;
    expect([...newInTags(tags)].sort()).toEqual(['<link fetchpriority>', 'inert']);
  });

  test('has no attribute above the floor of browsers without a reason', () => {
    const views = globSync('src/**/*.tsx', { cwd: root });
    const tags = ['index.html', 'server/http/shell.ts'];
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    const found = [...allOf(views.map(read), newInView), ...allOf(tags.map(read), newInTags)];
    expect([...new Set(found)].sort()).toEqual(Object.keys(allowedInMarkup).sort());
  });
});

describe('the built app', () => {
  test('exists, and was built from the current files', () => {
    expect(existsSync(dist) && isBuilt()).toBe(true);
  });

  test('calls no function above the floor of browsers without a fallback', () => {
    const scripts = [...textsOf('.js', 'sw.js'), ...inlined('script')];
    expect(allOf(scripts, newInScript)).toEqual(Object.keys(allowedInScripts).sort());
  });

  test('has no style above the floor of browsers without a fallback', () => {
    const styles = [...textsOf('.css'), ...inlined('style')];
    expect(allOf(styles, newInStyles)).toEqual(Object.keys(allowedInStyles).sort());
  });
});
