import { languages, sourceLanguage } from '../../contract/languages.ts';
import { addressOfPage, type OperatorPage, operatorPages } from '../../contract/operator-pages.ts';
import { PageError } from '../domain/operator-pages/markdown.ts';
import { publish as publishText } from '../domain/operator-pages/publish.ts';
import { allTexts, currentTexts, type PageText, textFor } from '../domain/operator-pages/texts.ts';
import { type Command, type OperatorContext, OperatorError, UsageError } from './command.ts';
import { readCount } from './options.ts';
import { card, table } from './text.ts';
import { readTextFile } from './text-file.ts';

const PAGES = operatorPages.join('|');

/** @throws UsageError */
function readPage(text = ''): OperatorPage {
  const page = operatorPages.find((each) => each === text);
  if (!page) throw new UsageError(`PAGE must be one of ${operatorPages.join(', ')}, not "${text}"`);
  return page;
}

/** @throws UsageError */
function readLanguage(text = sourceLanguage): string {
  if (languages.some(({ tag }) => tag === text)) return text;
  throw new UsageError(`--language must be a language of the app such as de, not "${text}"`);
}

const toJson = ({ markdown, published_at, ...text }: PageText) => ({
  ...text,
  letters: markdown.length,
  published_at: published_at.toISOString(),
});

const addressOf = ({ publicUrl }: OperatorContext, page: OperatorPage) =>
  `${publicUrl ?? ''}${addressOfPage(page)}`;

const publish: Command = {
  name: 'pages publish',
  changes: true,
  synopsis: `${PAGES} FILE [--language TAG] [--minor]`,
  summary:
    'shows a Markdown file to everybody as one of the operator’s pages; without --language TAG is en. If the shown version has this language already, the file begins the next version, and people who register later agree to the next version; --minor corrects words of the shown version',
  positionals: 2,
  options: ['language'],
  flags: ['minor'],
  run: async (context, { positionals: [name, file = ''], values }) => {
    const { db, now, directory } = context;
    const page = readPage(name);
    const language = readLanguage(values.language);
    const markdown = await readTextFile(directory, file);
    const isMinor = values.minor !== undefined;
    const version = await publishText(db, { page, language, markdown, isMinor }, now).catch(
      (error: unknown) => {
        throw error instanceof PageError ? new OperatorError(`${file}: ${error.message}`) : error;
      },
    );
    const [shown] = await currentTexts(db, page);
    const json = { page, language, version: version ?? shown?.version, changed: version !== null };
    if (version === null) {
      return { json, text: 'the page shows this text already', isUnchanged: true };
    }
    return {
      json,
      text: `${page} is shown in version ${version} (${language}): ${addressOf(context, page)}`,
      changed: { version },
    };
  },
};

const list: Command = {
  name: 'pages list',
  synopsis: '',
  summary: 'lists every published text of the operator’s pages, the newest first',
  positionals: 0,
  options: [],
  run: async ({ db }) => {
    const json = (await allTexts(db, null)).map(toJson);
    return { json, text: table(json, 'no pages: people find no terms before they register') };
  },
};

const show: Command = {
  name: 'pages show',
  synopsis: `${PAGES} [--language TAG] [--version N]`,
  summary: 'shows the text of a page for readers of a language, or the text of an earlier version',
  positionals: 1,
  options: ['language', 'version'],
  run: async ({ db }, { positionals: [name], values }) => {
    const page = readPage(name);
    const language = readLanguage(values.language);
    const version = readCount('version', values.version, 0);
    const found =
      version === 0
        ? textFor(language, await currentTexts(db, page))
        : (await allTexts(db, page)).find(
            (each) => each.version === version && each.language === language,
          );
    if (!found)
      throw new OperatorError(`there is no such text of ${page}: pages list prints all texts`);
    const json = { ...toJson(found), markdown: found.markdown };
    return { json, text: `${card(toJson(found))}\n\n${found.markdown.trimEnd()}` };
  },
};

export const pageCommands: readonly Command[] = [publish, list, show];
