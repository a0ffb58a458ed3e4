import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtFiles } from './built.ts';
import { root } from './imports.ts';

/**
 * What each chunk may weigh, in KB of gzip, before somebody has to say why: the stages of starting,
 * and what a screen brings along. A chunk that grew beyond is named.
 */
const budgets: readonly [name: RegExp, kilobytes: number][] = [
  // what plays, counts and claims the first clip, and dates, sends and repeats every claim: what is
  // earned before the rest has come, or where it never comes, is not lost; XState is 13 of them. It
  // reads what it fetches piece by piece, so that the page knows whether anything still arrives
  // Terser takes half a kilobyte off it (scripts/minify-again.ts); the hashes in the names of chunks make it
  // some bytes more or less with every change; a share says which clip was shared
  [/^index-.*\.js$/, 46.5],
  // what keeps claims and the list on the device
  [/^keeping-.*\.js$/, 5],
  // what draws the screen around it: React with its renderer is 68 of them; the hashes in the names of
  // all languages' files make it some bytes more or less with every text
  [/^second-.*\.js$/, 86],
  // the CommonJS of React
  [/^rolldown-runtime-.*\.js$/, 0.7],
  // what waits for a quiet moment, with sharing, what asks about new terms, what finds an invitation's code, web push, and what
  // lets texts live on under a browser's translation; and what withdrawals look like on the wire, which
  // the ticker needs first
  [/^third-.*\.js$/, 20.9],
  // what several of the later screens share, with the signs of amounts in each language and all that
  // a withdrawal can come through, back to its person and out again too, what is offered beside it, and what arrives
  // of it in another currency; what tells whether a browser has passkeys, with their icon; and the state in which
  // a payout account waits for a proof
  // what a form needs that waits for a proof is in it, for six sheets
  [/^shared-.*\.js$/, 13.5],
  // what comes with the third stage: the sheet to share with, the limit and when it opens again, the
  // button that leads to a report, what proposes a break, what speeds up a clip that was paid, and what tells
  // which clips were left or watched without pay
  [/^phone-.*\.js$/, 9.2],
  [/^firebase-.*\.js$/, 16],
  // a language is one request; two bytes a letter in Greek
  [/^language-.*\.js$/, 14.6],
  // the engineers' pages
  [/^machines-.*\.js$/, 15],
  [/^(calls|tools)-.*\.js$/, 8.5],
  // lays the charts out there, and only there
  [/^elk-worker\..*\.js$/, 480],
  // a withdrawal, with both of its sums before and after it is asked for, all that it waits for, and how one
  // that came back is corrected and sent again; and when something is offered, whose code comes then
  [/^withdraw-.*\.js$/, 7.8],
  // the log-in and the registration, with what is stated at one, the other way in, and where the blocked object
  [/^login-.*\.js$/, 6.7],
  // the texts of all later screens, with the sheets of reports and of one’s account, its passkeys too, and links
  // in mails, and what is stated at a registration; with objections, proofs, new terms and what is offered
  [/^en-.*\.js$/, 10.3],
  // does the proof of work of a registration where many register, and is fetched there alone: argon2id is most of it
  [/^proof-solver-.*\.js$/, 7.1],
  [/\.js$/, 6],
  [/\.css$/, 4],
];

const assets = builtFiles();

const weightOf = (name: string) =>
  gzipSync(readFileSync(join(root, 'dist/assets', name)), { level: 9 }).length / 1_000;

test('no chunk weighs more than its budget', () => {
  const heavy = assets.flatMap((path) => {
    const name = path.slice('assets/'.length);
    const weight = weightOf(name);
    const budget = budgets.find(([pattern]) => pattern.test(name))?.[1] ?? 0;
    return weight > budget ? [`${name}: ${weight.toFixed(1)} of ${budget} KB`] : [];
  });
  expect(heavy).toEqual([]);
});

test('the styles that stand in the page are not fetched again', () => {
  expect(assets.filter((path) => /\/index-.*\.css$/.test(path))).toEqual([]);
});

const totals: readonly [what: string, names: RegExp, kilobytes: number][] = [
  // tests/browser/not-started.test.ts has a member's clip paid with these alone
  ['a member needs to watch and earn', /^(index|keeping|rolldown-runtime)-.*\.js$/, 52.1],
  // React, XState, Lingui, wouter and ofetch alone are 89; it reads the language that an address names
  ['draws the screen as well', /^(index|keeping|second|rolldown-runtime)-.*\.js$/, 138],
];

test.each(totals)('what %s weighs no more than its budget', (_, names, budget) => {
  const weights = assets
    .map((path) => path.slice('assets/'.length))
    .filter((name) => names.test(name))
    .map((name): [string, number] => [name, weightOf(name)]);
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  expect(sum, JSON.stringify(weights)).toBeLessThanOrEqual(budget);
});

test('what every visitor fetches in the end is no more requests than today', () => {
  const ofEngineers = /^(calls|tools|machines|masked|words|code|elk-worker\.min)-/;
  const ofFew =
    /^(firebase|fallbacks|captions-button|qr-code|language|print|save-file|reset|reset\.calls|email\.calls|proof-solver|sheets|objection-button|(agreement|passkeys|password|proof|email|recovery|report|sessions|my-data|statement|deletion)-sheet|passkeys|passkey-way|passkey\.calls|(password|proof|recovery|report|session|my-data|statement|deletion)\.calls)-/;
  const fetched = assets
    .map((path) => path.slice('assets/'.length))
    .filter((name) => /\.(js|css)$/.test(name) && !ofEngineers.test(name) && !ofFew.test(name));
  // one more is a module whose path scripts/chunks.ts no longer has; what is offered beside a withdrawal is its own
  expect(fetched.length, fetched.join()).toBeLessThanOrEqual(32);
});

test('the chunks of the stages are there, or their budgets would prove nothing', () => {
  for (const [pattern] of budgets) {
    expect(assets.some((path) => pattern.test(path.slice('assets/'.length)))).toBe(true);
  }
});

test('no chunk but its own carries the texts of a language', () => {
  const bodyOf = (path: string) => readFileSync(join(root, 'dist', path), 'utf8');
  const others = assets.filter((path) => !path.startsWith('assets/language-'));
  // what only German says, and what only English says
  const saying = (words: string) => others.filter((path) => bodyOf(path).includes(words));
  expect([saying('Guthaben'), saying('Available balance').length]).toEqual([[], 1]);
});
