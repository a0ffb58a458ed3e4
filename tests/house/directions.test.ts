import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type Declaration } from 'postcss';
import { expect, test } from 'vitest';
import { root } from './imports.ts';

/** Declarations that keep their side in every language, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'src/ui/button.css transform: translateX(-45%)': 'runs backwards from right to left',
  'src/ui/button.css transform: translateX(45%)': 'runs backwards from right to left',
  'src/ui/field.css border-width: 0 2px 2px 0': 'a tick goes the same way everywhere',
};

const SIDED_NAMES =
  /^(left|right|(margin|padding|border|scroll-margin|scroll-padding|inset)-(left|right)\b.*|border-(top|bottom)-(left|right)-radius)$/;
const SIDED_WORDS = /\b(left|right)\b|\btranslateX\(/;
const FOUR_SIDED = /^(margin|padding|inset|border-width|border-style|border-color|scroll-padding)$/;

/** The values of a shorthand, each function as one value. */
const partsOf = (value: string) => value.match(/[^\s(]*\((?:[^()]|\([^()]*\))*\)|\S+/g) ?? [];

/** Does a declaration use left or right where start or end is meant? */
function isSided({ prop, value }: Declaration): boolean {
  if (SIDED_NAMES.test(prop)) return true;
  if (!prop.startsWith('--') && SIDED_WORDS.test(value)) return true;
  const parts = partsOf(value);
  return FOUR_SIDED.test(prop) && parts.length === 4 && parts[1] !== parts[3];
}

const sidedIn = (styles: string): string[] => {
  const found: string[] = [];
  postcss.parse(styles).walkDecls((declaration) => {
    if (isSided(declaration)) found.push(`${declaration.prop}: ${declaration.value}`);
  });
  return found;
};

test('the check finds every declaration that uses left or right', () => {
  const sided = [
    'left: 0',
    'margin-right: 4px',
    'border-top-left-radius: 2px',
    'text-align: left',
    'background: linear-gradient(to right, red, blue)',
    'transform: translateX(4px)',
    'padding: 0 1px 0 calc(2px + 1px)',
  ];
  const free = [
    'inset-inline-start: 0',
    'margin-inline-end: 4px',
    'text-align: start',
    'padding: 0 1px 2px 1px',
    'margin: 0 auto',
    'transform: translateY(4px)',
  ];
  expect(sidedIn(`a { ${[...sided, ...free].join(';')} }`)).toEqual(sided);
});

test('styles use start and end instead of left and right', () => {
  const found = globSync('src/**/*.css', { cwd: root }).flatMap((file) =>
    sidedIn(readFileSync(join(root, file), 'utf8')).map((each) => `${file} ${each}`),
  );
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});

test('no inline style of a view uses left or right', () => {
  const found = globSync('src/**/*.tsx', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/style=\{\{[^}]*\}\}/g)]
      .map(([style]) => style)
      .filter((style) => /\b(left|right|\w+(Left|Right))\b/.test(style))
      .map((style) => `${file} ${style}`),
  );
  expect(found).toEqual([]);
});
