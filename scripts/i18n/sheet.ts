import { writeFileSync } from 'node:fs';
import { readSources, readTexts } from './catalogue.ts';
import { readCritical } from './critical.ts';
import { limits } from './limits.ts';
import { readTagAndFile, tryFile } from './tag-and-file.ts';

/**
 * `npm run i18n:sheet -- TAG FILE.json`: writes each text in a row, with the notes for its translator,
 * its limit, its places and the current translation. `npm run i18n:import` imports the file.
 */
const { tag, file } = readTagAndFile('npm run i18n:sheet');

const [sources, texts, critical] = [await readSources(), await readTexts(tag), readCritical()];
const rows = [...sources.values()].map(({ message, comments, places }) => {
  const { most, word, why } = limits[message] ?? {};
  return {
    message,
    ...(comments.length > 0 && { comment: comments.join(' ') }),
    ...(most && { limit: `${most} in all${word ? `, ${word} a word` : ''}: ${why}` }),
    ...(critical.includes(message) && { critical: true }),
    places: places.map((place) => place.replace(/^src\//, '')),
    translation: texts.get(message) ?? '',
  };
});
tryFile(file, () => writeFileSync(file, `${JSON.stringify(rows, null, 1)}\n`));
console.log(`${rows.length} texts in ${file}`);
