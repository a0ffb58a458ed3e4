import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtFiles } from './built.ts';
import { root } from './imports.ts';

/**
 * Size limits of chunks, in KB of gzip: the stages of starting, and each screen's own code. Raise a
 * number only with the reason beside it; the failure names the chunk.
 */
const budgets: readonly [name: RegExp, kilobytes: number][] = [
  // plays, counts and claims the first clip, and dates, sends and retries every claim: earnings before
  // the other chunks arrive, or without them, are not lost; XState is 13 KB. The chunk reads responses
  // in pieces, so that the page notices arriving data, and sends the clip's id with a share. Terser
  // saves half a kilobyte (scripts/minify-again.ts); the hashes in the names of chunks change its size
  // by some bytes with every change
  [/^index-.*\.js$/, 46.5],
  // persists claims and caches the feed
  [/^keeping-.*\.js$/, 5],
  // draws the screen around the clip: React with its renderer is 68 KB; the hashes in the names of all
  // languages' files change its size by some bytes with every text
  [/^second-.*\.js$/, 86],
  // React's CommonJS wrapper
  [/^rolldown-runtime-.*\.js$/, 0.7],
  // loaded when the app is idle: sharing, the question about new terms, the lookup of an invite code,
  // web push, protection of texts from a browser's translation, and the schema of withdrawals, which
  // the ticker needs first
  [/^third-.*\.js$/, 20.9],
  // code that several later screens share: signs of amounts in each language, all steps of a withdrawal
  // up to its return to the member, offers beside it, and its amount in another currency; the detection
  // of passkeys, with their icon; the state of a payout account that waits for a proof, and the form
  // for that proof, for six sheets
  [/^shared-.*\.js$/, 13.5],
  // loaded with the third stage: the share sheet, the daily limit with its reset time, the button to a
  // report, the suggestion of a break, faster playing of paid clips, and the record of clips that were
  // left or watched without pay
  [/^phone-.*\.js$/, 9.2],
  [/^firebase-.*\.js$/, 16],
  // a language is one request; two bytes a letter in Greek
  [/^language-.*\.js$/, 14.6],
  // the engineers' pages
  [/^machines-.*\.js$/, 15],
  [/^(calls|tools)-.*\.js$/, 8.5],
  // lays out the charts of these pages alone
  [/^elk-worker\..*\.js$/, 480],
  // a withdrawal with both amounts before and after the request, all its waiting steps, and the
  // correction of a returned one; and for an offer its code
  [/^withdraw-.*\.js$/, 7.8],
  // the log-in and the registration, with the statements at a registration, the alternative log-in, and
  // the objection to a block
  [/^login-.*\.js$/, 6.7],
  // the texts of all later screens: the sheets of reports and of an account with its passkeys, links in
  // mails, the statements at a registration, objections, proofs, new terms and offers
  [/^en-.*\.js$/, 10.3],
  // solves a registration's proof of work when many register, and is fetched only then: mostly argon2id
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

test('the styles of the page are inlined, and have no file of their own', () => {
  expect(assets.filter((path) => /\/index-.*\.css$/.test(path))).toEqual([]);
});

const totals: readonly [what: string, names: RegExp, kilobytes: number][] = [
  // tests/browser/not-started.test.ts has a member's clip paid with these chunks alone
  ['a member needs to watch and earn', /^(index|keeping|rolldown-runtime)-.*\.js$/, 52.1],
  // React, XState, Lingui, wouter and ofetch are 89 KB of it; the chunks also read the language from the URL
  ['draws the screen as well', /^(index|keeping|second|rolldown-runtime)-.*\.js$/, 138],
];

test.each(totals)('the code that %s weighs no more than its budget', (_, names, budget) => {
  const weights = assets
    .map((path) => path.slice('assets/'.length))
    .filter((name) => names.test(name))
    .map((name): [string, number] => [name, weightOf(name)]);
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  expect(sum, JSON.stringify(weights)).toBeLessThanOrEqual(budget);
});

test('the number of scripts and styles that a visitor fetches in the end does not grow', () => {
  const ofEngineers = /^(calls|tools|machines|masked|words|code|elk-worker\.min)-/;
  const ofFew =
    /^(firebase|fallbacks|captions-button|qr-code|language|print|save-file|reset|reset\.calls|email\.calls|proof-solver|sheets|objection-button|(agreement|passkeys|password|proof|email|recovery|report|sessions|my-data|statement|deletion)-sheet|passkeys|passkey-way|passkey\.calls|(password|proof|recovery|report|session|my-data|statement|deletion)\.calls)-/;
  const fetched = assets
    .map((path) => path.slice('assets/'.length))
    .filter((name) => /\.(js|css)$/.test(name) && !ofEngineers.test(name) && !ofFew.test(name));
  // if there is one more, a module has moved away from its path in scripts/chunks.ts; offers beside a
  // withdrawal have a chunk of their own
  expect(fetched.length, fetched.join()).toBeLessThanOrEqual(32);
});

test('every budget applies to at least one chunk', () => {
  for (const [pattern] of budgets) {
    expect(assets.some((path) => pattern.test(path.slice('assets/'.length)))).toBe(true);
  }
});

test('the texts of a language are only in the chunk of that language', () => {
  const bodyOf = (path: string) => readFileSync(join(root, 'dist', path), 'utf8');
  const others = assets.filter((path) => !path.startsWith('assets/language-'));
  // words that only German has, and words that only English has
  const saying = (words: string) => others.filter((path) => bodyOf(path).includes(words));
  expect([saying('Guthaben'), saying('Available balance').length]).toEqual([[], 1]);
});
