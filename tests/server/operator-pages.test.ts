import { beforeEach, expect, test } from 'vitest';
import { domain, file, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();
beforeEach(async () => {
  await domain.pool.query('truncate operator_page');
});

const publish = async (text: string, ...options: string[]) =>
  run(['pages', 'publish', 'terms', await file('terms.md', text), ...options]);

const kept = async () =>
  (await json('pages', 'list')).answer.map(
    ({ page, version, language }: Record<string, unknown>) => `${page} ${version} ${language}`,
  );

test('a translation joins the page’s present version; a new text in the first language begins the next version', async () => {
  expect(await publish('# Terms\n\nOne.')).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^terms is shown in version 1 \(en\): .*\/terms\.html$/m),
  });
  await publish('# Bedingungen', '--language', 'de');
  await publish('# Terms\n\nTwo.');
  await publish('# Terms\n\nTwo, spelled well.', '--minor');
  expect(await kept()).toEqual(['terms 2 en', 'terms 2 en', 'terms 1 de', 'terms 1 en']);
  const { answer } = await json('pages', 'show', 'terms', '--language', 'de');
  // a reader without a translation gets the present version in its first language
  expect(answer).toMatchObject({ version: 2, language: 'en' });
  expect(answer.markdown).toBe('# Terms\n\nTwo, spelled well.');
  const before = ['--language', 'de', '--version', '1'];
  expect((await run(['pages', 'show', 'terms', ...before])).out).toContain('# Bedingungen');
  expect((await run(['pages', 'show', 'terms', '--version', '9'])).status).toBe(1);
});

test('publishing an unchanged page changes nothing, and is not logged', async () => {
  await publish('# Terms');
  const written = async () => (await json('audit', 'list', '--limit', '1000')).answer.length;
  const before = await written();
  expect((await publish('# Terms')).out).toContain('the page shows this text already');
  expect([await kept(), await written()]).toEqual([['terms 1 en'], before]);
});

test.each([
  ['is empty', ' \n', 'terms.md: the text is empty'],
  ['has HTML', 'Fine\n\n<script>alert(1)</script>', 'line 3: HTML is not shown'],
  ['has HTML in a line', '# Terms\n\nSee <b>this</b>', 'line 3: HTML is not shown'],
  ['has a picture', 'One\n\nTwo ![a](https://a.example/a.png)', 'line 3: pictures are not shown'],
  ['is too long', 'a'.repeat(200_001), 'more than 200000'],
])('a file that %s is refused in one line, and nothing is published', async (_, text, why) => {
  const { status, err } = await publish(text);
  expect([status, err.trim().split('\n').length]).toEqual([1, 1]);
  expect(err).toContain(why);
  expect(await kept()).toEqual([]);
});

test('an unknown page, language or file is refused with its name', async () => {
  const path = await file('terms.md', '# Terms');
  const said = async (...words: string[]) => {
    const { status, err } = await run(['pages', 'publish', ...words]);
    return `${status} ${err.trim()}`;
  };
  expect(await said('rules', path)).toContain('2 ');
  expect(await said('rules', path)).toContain('terms, privacy, imprint, support');
  expect(await said('terms', path, '--language', 'xx')).toContain('--language must be a language');
  expect(await said('terms', `${path}.gone`)).toMatch(/^1 .*terms\.md\.gone/);
  expect(await kept()).toEqual([]);
});

test('concurrent publications begin two versions', async () => {
  await publish('# Terms');
  const [one, two] = [await file('one.md', '# One'), await file('two.md', '# Two')];
  await Promise.all([one, two].map((path) => run(['pages', 'publish', 'terms', path])));
  expect(await kept()).toEqual(['terms 3 en', 'terms 2 en', 'terms 1 en']);
});
