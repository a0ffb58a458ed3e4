import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { i18n } from '@lingui/core';
import type { AnyEventObject } from 'xstate';
import type { RoutedEvent } from '../../../machines/app/events.ts';
import { commandsFor } from '../../../machines/app/routes.ts';
import type { ToastText } from '../../../machines/app/toasts.ts';
import { idsOf, type WalkStep } from '../model.ts';
import { member } from '../samples.ts';
import {
  type MessageRow,
  machineOf,
  partsOf,
  type ReachRow,
  type Row,
  type Shown,
  type StepRow,
  type ToastRow,
} from './row.ts';

const root = join(import.meta.dirname, '../../..');

/** The place in the walks that proves a row. */
export interface Proof {
  /** counted from 1 */
  walk: number;
  /** the events up to there */
  way: readonly string[];
}

/** The walks of one machine, and the app's words for its toasts. */
export interface Evidence {
  walks: readonly WalkStep[][];
  wordsOf: (text: ToastText) => string;
}

/** Does the value contain all wanted fields? Other fields are ignored; only an empty object matches `{}`. */
function holds(actual: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return actual === wanted;
  if (typeof actual !== 'object' || actual === null) return false;
  const entries = Object.entries(wanted);
  if (entries.length === 0) return Object.keys(actual).length === 0;
  return entries.every(([key, value]) => holds((actual as Record<string, unknown>)[key], value));
}

const same = (actual: readonly string[], wanted: readonly string[]) =>
  actual.join() === wanted.join();

const isIn = (machineId: string, state: string, { to }: WalkStep) =>
  idsOf(to).includes(`${machineId}.${state}`);

/** Is the step the row's transition? @throws when its effects are not exactly the row's */
function isStep(row: StepRow, id: string, passage: WalkStep): boolean {
  const { event, from, did, told, sent, to } = passage;
  const step = partsOf(row);
  const isFrom = step.from ? from.includes(`${id}.${step.from}`) : from.length === 0;
  if (event.type !== step.on || !isFrom || !isIn(id, step.to, passage)) return false;
  if (row.given && !holds(event, row.given)) return false;
  const types = told.map(({ type }) => type);
  const deeds = did.map(({ type }) => type);
  const orders = sent.map((order) => order.event.type);
  if (row.does && !same(deeds, row.does)) throw new Error(`${step.on} did ${deeds.join()}`);
  if (row.tells && !same(types, row.tells)) throw new Error(`${step.on} told ${types.join()}`);
  if (row.sends && !same(orders, row.sends)) throw new Error(`${step.on} sent ${orders.join()}`);
  return row.leaves === undefined || holds(to.context, row.leaves);
}

function saysMessage(row: MessageRow, id: string, passage: WalkStep): boolean {
  const isThere = passage.event.type === row.on && isIn(id, row.state, passage);
  const message = isThere ? row.message(passage.to) : null;
  return message ? i18n._(message) === row.says : false;
}

/** Returns the root's commands for the row's event in a step of a walk. */
function commands({ news, context = member }: ToastRow | ReachRow, { told }: WalkStep) {
  return told
    .filter((event: AnyEventObject) => holds(event, news))
    .flatMap((event) => commandsFor(event as RoutedEvent, context));
}

/** Does the step show the toast in the app's words? A claim's toast is shown when its actor is gone. */
function showsToast(row: ToastRow, wordsOf: Evidence['wordsOf'], passage: WalkStep): boolean {
  const texts = commands(row, passage).map((each) =>
    'toast' in each ? each.toast : 'recipient' in each ? each.otherwise : null,
  );
  return texts.some((text) => text !== null && wordsOf(text) === row.toast);
}

const reaches = (row: ReachRow, passage: WalkStep) =>
  commands(row, passage).some((each) => holds(each, row.reaches));

function isProof(row: Exclude<Row, { holder: string }>, evidence: Evidence, passage: WalkStep) {
  const { id } = passage.to.machine;
  if ('reaches' in row) return reaches(row, passage);
  if ('toast' in row) return showsToast(row, evidence.wordsOf, passage);
  if ('message' in row) return saysMessage(row, id, passage);
  return isStep(row, id, passage);
}

/** The same step without any effect of the machine. */
const withoutEffect = (passage: WalkStep, before: WalkStep): WalkStep => ({
  ...passage,
  ...{ to: before.to, did: [], told: [], sent: [], began: [] },
});

/** Does the step prove the row, while the same step without effects would not? */
function isProofAt(
  row: Exclude<Row, { holder: string }>,
  evidence: Evidence,
  walk: readonly WalkStep[],
  at: number,
): boolean {
  const passage = walk[at] as WalkStep;
  if (!isProof(row, evidence, passage)) return false;
  const before = walk[at - 1];
  return before === undefined || !isAlways(row, evidence, withoutEffect(passage, before));
}

/** An exception for wrong effects means that the step does not prove the row. */
function isAlways(row: Exclude<Row, { holder: string }>, evidence: Evidence, passage: WalkStep) {
  try {
    return isProof(row, evidence, passage);
  } catch {
    return false;
  }
}

/** Returns the text that the row's test must contain; empty: none. */
const wordsOfRow = (row: Row) => ('toast' in row ? row.toast : 'says' in row ? row.says : '');

/** Number of characters of a text that its test must contain: a test may search only for the beginning. */
const CHARACTERS_TO_FIND = 13;

/** @throws when the test does not exist, is skipped, or does not look for the row's words */
function lookUp({ file, title }: Shown, words: string): void {
  const source = readFileSync(join(root, file), 'utf8');
  const quoted = [`'${title}',`, `"${title}",`, `\`${title}\`,`];
  const isRun = (before: string) => /(\btest|\))\($/.test(before.trimEnd());
  if (!quoted.some((each) => source.split(each).slice(0, -1).some(isRun))) {
    throw new Error(`${file} does not run "${title}"`);
  }
  if (!source.includes(words.slice(0, CHARACTERS_TO_FIND)))
    throw new Error(`${file} lacks "${words}"`);
}

/** @throws when the holder is a file name without a file */
function findHolder(holder: string): void {
  const isFile = /\.[a-z]+$/.test(holder);
  if (isFile && !existsSync(join(root, holder))) throw new Error(`there is no ${holder}`);
}

/**
 * Finds the shortest walk that proves a row, and checks its test.
 * @throws when no walk proves it
 */
export function prove(row: Row, evidence: Evidence): Proof | null {
  const proof = 'holder' in row ? null : shortest(row, evidence);
  if ('holder' in row) findHolder(row.holder);
  if (row.shown) lookUp(row.shown, wordsOfRow(row));
  return proof;
}

/** Returns the steps that no earlier walk ends with: each earlier step is the last step of another walk. */
const stepsOfItsOwn = ({ length }: readonly WalkStep[]): number[] =>
  length > 2 ? [length - 1] : [0, 1].slice(0, length);

function shortest(row: Exclude<Row, { holder: string }>, evidence: Evidence): Proof {
  let proof: Proof | null = null;
  for (const [index, walk] of evidence.walks.entries()) {
    const at = stepsOfItsOwn(walk).find((step) => isProofAt(row, evidence, walk, step));
    if (at === undefined || (proof && proof.way.length <= at)) continue;
    proof = { walk: index + 1, way: walk.slice(1, at + 1).map(({ event }) => event.type) };
  }
  if (!proof) throw new Error(`no walk of ${machineOf(row)} shows: ${row.spec}`);
  return proof;
}
