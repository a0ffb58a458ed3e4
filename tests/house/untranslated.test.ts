import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.ts';
import { untranslatedIn } from './untranslated.ts';

// the debug pages are in English only, and src/ui/code.tsx shows JSON
const views = globSync('src/**/*.tsx', { cwd: root }).filter(
  (file) => !/^src\/(debug\/|ui\/code.tsx)/.test(file),
);

test('every word of a view is a text of the catalogue', () => {
  const found = views.flatMap((file) =>
    untranslatedIn(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
  expect(views.length).toBeGreaterThan(50);
});

test.each([
  ['const a = <p>Hello</p>;', ['Hello']],
  ['const a = <p>{isThere ? "Hello" : null}</p>;', ['Hello']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
  ['const a = <p>{count > 0 && `${count} friends`}</p>;', [' friends']],
  ['const a = <button aria-label="Close" />;', ['Close']],
  ['const a = <img alt={isOld ? "Old" : t`New`} />;', ['Old']],
  ['const a = <Phone caption={"A clip"} />;', ['A clip']],
  ['const a = <IconButton name="Share" />;', ['Share']],
  ['const a = <Card aside={<b>Now</b>} />;', ['Now']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
  ['const a = <p className="note" id={`${id}hint`}>{t`Hello`} · {count}</p>;', []],
  ['const a = <Trans comment="Said on entering.">Hello <b>you</b></Trans>;', []],
  ['const a = <Plural value={n} one="# day" other="# days" />;', []],
  ['const a = <Checkbox name="keep" label={t({ message: "Keep" })} />;', []],
])('the untranslated texts are found in %s', (code, texts) => {
  expect(untranslatedIn(code)).toEqual(texts);
});
