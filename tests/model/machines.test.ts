import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
// toasts are worded in the source language
import '../../src/i18n/catalogues.ts';
import type { ToastText } from '../../machines/app/toasts.ts';
import { Toasts } from '../../src/app/shell/toast-region.tsx';
import { isFull } from '../volume.ts';
import { drawCoverage } from './coverage.ts';
import { oneSidedGuards, oneSidedGuardsOf } from './guards.ts';
import { allInvariants } from './invariants/every.ts';
import type { Model } from './model.ts';
import { models } from './models.ts';
import { areas } from './spec/areas.ts';
import { drawStates } from './spec/page.ts';
import { type Proof, prove } from './spec/prove.ts';
import { machineOf, type Row } from './spec/row.ts';
import { statesWithoutExit, type Walked, walkEveryEdge } from './walks.ts';

/** Returns a function that computes the answer for each key once; this file's tests share the answers. */
function memoized<Input, Answer>(keyOf: (input: Input) => unknown, make: (input: Input) => Answer) {
  const made = new Map<unknown, Answer>();
  return (input: Input): Answer => {
    const key = keyOf(input);
    const known = made.get(key);
    if (known !== undefined) return known;
    const answer = make(input);
    made.set(key, answer);
    return answer;
  };
}

/** Each machine is walked once; later calls return the same walks. */
const walk = memoized(
  (name: string) => name,
  (name: string): Walked => {
    const beginnings = models[name];
    if (!beginnings) throw new Error(`there is no model of ${name}`);
    return walkEveryEdge(beginnings, allInvariants[name]?.invariants ?? []);
  },
);

/** Time limit of a test: thousands of walks, on a computer that may be busy with other work. */
const WALKS_MS = 180_000;

describe.each(Object.keys(models))('%s', (name) => {
  test(
    'every state, event and transition is walked, live as in the model',
    () => {
      const { walks, missed } = walk(name);
      expect(missed).toEqual([]);
      expect(walks.length).toBeGreaterThan(3);
      expect(statesWithoutExit(walks)).toEqual([]);
    },
    WALKS_MS,
  );

  test(
    'every guard is seen to hold and to fail, or has a reason why not',
    () => {
      const [{ machine }] = models[name] as [Model];
      const excused = Object.keys(oneSidedGuards).filter(
        (each) => /^\w+/.exec(each)?.[0] === machine.id,
      );
      expect(oneSidedGuardsOf(machine, walk(name).guardResults)).toEqual(excused);
    },
    WALKS_MS,
  );

  test(
    'its invariants hold on every step of every walk',
    () => {
      expect(walk(name).violation).toBeNull();
    },
    WALKS_MS,
  );
});

/** Returns the text of a toast as the app shows it. */
const wordsOf = memoized(JSON.stringify, (text: ToastText): string => {
  const shown = createElement(Toasts, { toasts: [{ id: 1, text }] });
  const region = createElement(I18nProvider, { i18n }, shown);
  return /<span>(.*?)<\/span>/.exec(renderToStaticMarkup(region))?.[1] ?? '';
});

const proofOf = memoized(
  (row: Row) => row,
  (row: Row): Proof | null =>
    prove(row, { walks: 'holder' in row ? [] : walk(String(machineOf(row))).walks, wordsOf }),
);

/** Prefixes a row's title with its machine, so that one machine's rows can be run alone. */
const titled = (rows: readonly Row[]) =>
  rows.map((row) => [`${machineOf(row) ?? 'frame'}: ${row.spec}`, row] as const);

describe.each([...areas])('the specification’s $name', ({ rows }) => {
  test.each(titled(rows))(
    '%s',
    (_title, row) => {
      const proof = proofOf(row);
      expect(proof === null).toBe('holder' in row);
    },
    WALKS_MS,
  );
});

const statesPage = join(import.meta.dirname, '../../docs/states.md');

/** Removes the walks from a page: in the sample of `npm test` a row's shortest walk may differ. */
const withoutWays = (page: string) => page.replaceAll(/\| walk \d+: [^|]*\|/g, '| a walk |');

test(
  'docs/states.md agrees with the rows and their proofs (npm run docs)',
  async () => {
    const rows = areas.flatMap((area) => area.rows);
    const proofs = new Map<Row, Proof | null>();
    for (const row of rows) proofs.set(row, proofOf(row));
    const drawn = drawStates(areas, proofs);
    if (isFull) return expect(drawn).toMatchFileSnapshot('../../docs/states.md');
    expect(withoutWays(drawn)).toBe(withoutWays(readFileSync(statesPage, 'utf8')));
  },
  WALKS_MS,
);

test(
  'docs/machines/coverage.md agrees with the walks (npm run docs)',
  async () => {
    await expect(drawCoverage(walk)).toMatchFileSnapshot('../../docs/machines/coverage.md');
  },
  WALKS_MS,
);
