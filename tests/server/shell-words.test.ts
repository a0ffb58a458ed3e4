import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headOf } from '../../server/http/preview.ts';
import { pageHeaders } from '../../server/http/security.ts';
import { Shell } from '../../server/http/shell.ts';
import { say, spokenLanguages } from '../../server/words/words.ts';

const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
const shell = new Shell(page, new Map([['de', '/assets/language-de-1a2b3c4d.js']]), {
  plain: 'Clipurse',
  texts: {},
});
const headIn = (language: string) =>
  headOf({
    language,
    path: '/',
    product: 'Clipurse',
    publicUrl: '',
    invitation: null,
    clip: null,
    hasDebugPages: false,
    isLinked: false,
    languages: [],
  });
const sent = (language: string) => shell.plain(language, headIn(language)).identity.toString();

/** The document's own texts, by the element that has them. */
const saidIn = (html: string) => ({
  language: /<html lang="([\w-]+)" dir="(\w+)"/.exec(html)?.slice(1),
  description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
  update: /<meta name="browser-update" content="([^"]*)"/.exec(html)?.[1],
  how: /<meta name="browser-update-how" content="([^"]*)"/.exec(html)?.[1],
  noscript: /<noscript>([^<]*)</.exec(html)?.[1],
  stuck: ['h1', 'p', 'button'].map(
    (tag) => new RegExp(`<${tag} id="stuck-[^>]*>([^<]*)<`).exec(html)?.[1],
  ),
});

test.each([
  ['en', 'ltr'],
  ['de', 'ltr'],
  ['ur', 'rtl'],
])('the document’s own texts are in %s', (tag, direction) => {
  expect(saidIn(sent(tag))).toEqual({
    language: [tag, direction],
    description: say(tag, 'page.description'),
    update: say(tag, 'browser.title'),
    how: say(tag, 'browser.text'),
    noscript: say(tag, 'page.script', { product: 'Clipurse' }),
    stuck: [
      say(tag, 'start.title', { product: 'Clipurse' }),
      say(tag, 'start.text'),
      say(tag, 'start.retry'),
    ],
  });
});

test('the notice that the app could not start, and its button, are in the visitor’s language', () => {
  const [german, english] = [saidIn(sent('de')).stuck, saidIn(sent('en')).stuck];
  expect(german).toEqual([
    'Clipurse konnte nicht starten',
    expect.stringContaining('Prüfen Sie Ihre Verbindung'),
    'Erneut versuchen',
  ]);
  const inEnglish = spokenLanguages.filter((tag) =>
    saidIn(sent(tag)).stuck.some((text) => english.includes(text)),
  );
  expect(inEnglish).toEqual(['en']);
});

test('the product name that the operator set is escaped in HTML', () => {
  const named = new Shell(page, new Map(), { plain: 'Clips & <b>Co</b>', texts: {} })
    .plain('en', headIn('en'))
    .identity.toString();
  expect(named).toContain(
    '<h1 id="stuck-title">Clips &amp; &lt;b&gt;Co&lt;/b&gt; could not start</h1>',
  );
});

test('the content security policy is the same in every language', () => {
  expect(pageHeaders(sent('de'))).toEqual(pageHeaders(sent('en')));
});

test('the app’s own texts are fetched together with its code', () => {
  const link =
    '<link rel="preload" as="fetch" crossorigin href="/assets/language-de-1a2b3c4d.js" fetchpriority="low">';
  expect([
    sent('de').includes(link),
    sent('en').includes('<link rel="preload" as="fetch"'),
  ]).toEqual([true, false]);
});

const video = {
  id: 1,
  title: 'Fun <b>& \u202egames',
  author: '"north"',
  url: '/media/1.mp4',
  poster: '/media/1.webp',
  width: 540,
  height: 960,
  duration_ms: 7_000,
  watch_seconds: 5,
  reward: '0.0500',
};
const begins = { src: '/media/1.mp4', rendition: 'medium', savesData: false } as const;
const home = shell.starting('en', headIn('en'), video, begins).identity.toString();

test('title and author of the first clip are escaped in HTML', () => {
  expect(home).toContain('<h2 class="clamped"><bdi>Fun &lt;b&gt;&amp; games</bdi></h2>');
  expect(home).toContain('<p class="clamped"><bdi>&quot;north&quot;</bdi></p>');
});

test('a page with a clip has the clip before the script, any other page has the script first', () => {
  const parts = ['stage', 'root', 'begin', 'stuck'];
  const orderIn = (html: string) =>
    parts.toSorted((a, b) => html.indexOf(`id="${a}"`) - html.indexOf(`id="${b}"`));
  expect(orderIn(home)).toEqual(['stage', 'root', 'begin', 'stuck']);
  expect(orderIn(sent('en'))).toEqual(['stage', 'begin', 'root', 'stuck']);
  const expectedIn = (html: string) => html.match(/<link rel="expect"[^>]*>/g);
  expect(expectedIn(home)).toEqual([
    '<link rel="expect" href="#stage" blocking="render">',
    '<link rel="expect" href="#stuck" blocking="render" media="(min-width: 480.02px)">',
  ]);
  expect(expectedIn(sent('en'))).toEqual(['<link rel="expect" href="#root" blocking="render" />']);
  // the policy has the hashes of the built document's scripts: moving a script must not change its text
  const scriptsIn = (html: string) => html.match(/<script[ >][\s\S]*?<\/script>/g)?.toSorted();
  expect(scriptsIn(home.replace(/<script type="application[\s\S]*?<\/script>/, ''))).toEqual(
    scriptsIn(page),
  );
});

test('Brazilian and European Portuguese keep their own texts for people of Portugal', () => {
  const word = 'push.withdrawal_rejected.title';
  const said = [say('pt', word, {}, 'PT'), say('pt-PT', word), say('pt', word, {}, 'PT')];
  expect(said).toEqual(['Saque recusado', 'Levantamento recusado', 'Saque recusado']);
});
