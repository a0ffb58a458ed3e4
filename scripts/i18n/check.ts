import { refuse } from '../usage.ts';
import {
  lackingFiles,
  readSources,
  readTexts,
  strayFiles,
  translated,
  wordProblems,
} from './catalogue.ts';
import { criticalProblems, readCritical } from './critical.ts';
import { limits } from './limits.ts';
import { type Problem, problemsOf, untranslated } from './rules.ts';

/** Maximum number of printed problems for each language; a new language lacks everything. */
const SHOWN = 60;

const COMPLETE = '--complete';

/**
 * `npm run i18n:check [-- --complete] [TAG …]`: checks the catalogues of these languages, or of all,
 * against the English texts. Ends with 1 when there is a problem, and with `--complete`, which a
 * release uses, also when a text is not translated yet.
 */
function tell(tag: string, problems: readonly Problem[], lacking: number): void {
  const wrong = problems.length === 0 ? 'good' : `${problems.length} wrong`;
  console.log(`${tag}: ${wrong}${lacking > 0 ? `, ${lacking} to be translated` : ''}`);
  for (const { message, said, problem } of problems.slice(0, SHOWN)) {
    console.log(`  ${problem}`);
    if (message) console.log(`    ${message}`);
    if (said) console.log(`    ${said}`);
  }
  if (problems.length > SHOWN) console.log(`  … and ${problems.length - SHOWN} more`);
}

const words = process.argv.slice(2);
const isComplete = words.includes(COMPLETE);
const wanted = words.filter((word) => word !== COMPLETE);
const unknown = wanted.filter((tag) => !translated.includes(tag));
if (unknown.length > 0) refuse(`not in contract/languages.ts: ${unknown.join(' ')}`);

const sources = await readSources();
const general = [
  ...criticalProblems(sources),
  ...Object.keys(limits)
    .filter((message) => !sources.has(message))
    .map((message) => `scripts/i18n/limits.ts has a text that the app does not use: ${message}`),
  ...strayFiles().map((file) => `${file} belongs to no language of the list`),
];
for (const problem of general) console.log(problem);

let wrong = general.length;
let unsaid = 0;
for (const tag of wanted.length > 0 ? wanted : translated) {
  const lacking = [...lackingFiles(tag), ...(await wordProblems(tag))];
  const ofFiles = lacking.map((problem) => ({ message: '', said: '', problem }));
  const texts = await readTexts(tag);
  const problems = [...ofFiles, ...problemsOf(tag, sources, texts)];
  const missing = untranslated(sources, texts);
  tell(tag, problems, missing.length);
  wrong += problems.length;
  unsaid += missing.length;
}
const critical = readCritical().length;
console.log(
  `${sources.size} texts, ${critical} of them critical; ${wrong} wrong, ${unsaid} to be translated`,
);
process.exitCode = wrong === 0 && !(isComplete && unsaid > 0) ? 0 : 1;
