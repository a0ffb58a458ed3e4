import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { readSources, type Texts, writeTexts } from './catalogue.ts';
import { readTagAndFile, tryFile } from './tag-and-file.ts';

/**
 * `npm run i18n:import -- TAG FILE.json`: takes translations into the language's catalogue, either an
 * object of English text → translation or the rows of `i18n:sheet`. Texts that the file lacks stay
 * unchanged; if the file has a text that is not an English text of the app, the script refuses it and
 * writes nothing.
 */
const { tag, file } = readTagAndFile('npm run i18n:import');

const translations = v.union(
  [
    v.array(v.object({ message: v.string(), translation: v.string() })),
    v.record(v.string(), v.string()),
  ],
  'the file is neither an object of translations nor the rows of a sheet',
);

const given = tryFile(file, () => v.parse(translations, JSON.parse(readFileSync(file, 'utf8'))));
const pairs = Array.isArray(given)
  ? given.map(({ message, translation }) => [message, translation] as const)
  : Object.entries(given);
const texts: Texts = new Map(pairs.filter(([, text]) => text !== ''));

const sources = await readSources();
const unknown = [...texts.keys()].filter((message) => !sources.has(message));
if (unknown.length > 0) {
  console.error(
    `not in the English catalogue:\n${unknown.map((message) => `  ${message}`).join('\n')}`,
  );
  process.exitCode = 1;
} else {
  await writeTexts(tag, texts);
  console.log(`${tag}: ${texts.size} of ${sources.size} texts taken`);
}
