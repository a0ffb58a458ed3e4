import type { FastifyInstance } from 'fastify';
import {
  directionOf,
  formattingTag,
  linkedLanguage,
  languages as ofApp,
} from '../../contract/languages.ts';
import { addressOfPage, type OperatorPage, operatorPages } from '../../contract/operator-pages.ts';
import type { Now } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import {
  currentTexts,
  currentVersions,
  type PageText,
  textFor,
} from '../domain/operator-pages/texts.ts';
import { type LocalizedText, textIn } from '../domain/texts.ts';
import { lazily } from '../lazily.ts';
import { escaped } from '../words/escaped.ts';
import { say } from '../words/words.ts';
import { type Compressed, compress, sendCompressed } from './compression.ts';
import { unavailable } from './envelope.ts';
import { notFound } from './faults.ts';
import { languageOf } from './languages.ts';
import { PAGE_STYLE } from './operator-page-style.ts';
import { PageCache } from './page-cache.ts';
import { pageHeaders } from './security.ts';

const languages = ofApp.map(({ tag }) => tag);

/** A page and the language of its reader: `terms de`. */
type Key = `${OperatorPage} ${string}`;

/** A page as it is sent; null: the operator has published none. */
interface Made {
  readonly page: {
    readonly text: Compressed;
    readonly headers: Readonly<Record<string, string>>;
  } | null;
}

interface PagesOf {
  readonly db: Database;
  readonly now: Now;
  product(): LocalizedText;
  readonly publicUrl: string;
}

/** Serves the operator's own pages, which need neither a script nor the app. */
export function serveOperatorPages(app: FastifyInstance, of: PagesOf): void {
  const made = new PageCache<Key, Made>((key) => make(key, of), of.now);
  for (const page of operatorPages) {
    app.route({
      method: ['GET', 'HEAD'],
      url: addressOfPage(page),
      handler: async (request, reply) => {
        const { cookie, 'accept-language': accepted } = request.headers;
        const query = request.url.split('?', 2)[1] ?? '';
        const language = languageOf(cookie, accepted, languages, linkedLanguage(query));
        const found = await made.get(`${page} ${language}`);
        if (found === null) throw unavailable();
        if (found.page === null) return notFound(reply);
        reply
          .headers({ ...found.page.headers, 'content-language': language })
          .header('vary', 'cookie, accept-language')
          .type('text/html; charset=utf-8');
        return sendCompressed(request, reply, found.page.text);
      },
    });
  }
}

const markdown = lazily(() => import('../domain/operator-pages/markdown.ts'));

async function make(key: Key, of: PagesOf): Promise<Made> {
  const [page, language] = key.split(' ') as [OperatorPage, string];
  const text = textFor(language, await currentTexts(of.db, page));
  if (!text) return { page: null };
  const publishedPages = (await currentVersions(of.db)).map((each) => each.page);
  const { htmlOf } = await markdown();
  const shown = htmlOf(text.markdown);
  const html = documentOf({ text, shown, language, publishedPages, ...of });
  return { page: { text: compress(html, 5), headers: pageHeaders(html) } };
}

interface DocumentOf extends Pick<PagesOf, 'product' | 'publicUrl'> {
  readonly text: PageText;
  readonly shown: { readonly html: string; readonly hasTitle: boolean };
  readonly language: string;
  /** the published pages, including this one */
  readonly publishedPages: readonly OperatorPage[];
}

const titleIn = (language: string, page: OperatorPage) => say(language, `title.${page}`);

const dayOf = (time: Date, language: string) =>
  new Intl.DateTimeFormat(formattingTag(language, null), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(time);

function documentOf(of: DocumentOf): string {
  const { text, shown, language, publishedPages, product, publicUrl } = of;
  const { page, version, published_at: time } = text;
  const { plain, texts } = product();
  const name = textIn(language, plain, texts);
  const title = titleIn(language, page);
  const own = `lang="${language}" dir="${directionOf(language)}"`;
  const heading = shown.hasTitle ? '' : `<h1 ${own}>${escaped(title)}</h1>`;
  const link = (each: OperatorPage) =>
    `<li><a href="${addressOfPage(each)}"${each === page ? ' aria-current="page"' : ''}>` +
    `${escaped(titleIn(language, each))}</a></li>`;
  const published = say(language, 'page.version', { version, date: dayOf(time, language) });
  return (
    `<!doctype html><html ${own}><head>` +
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
    `<link rel="canonical" href="${escaped(publicUrl + addressOfPage(page))}">` +
    `<title>${escaped([title, name].filter((part) => part !== '').join(' | '))}</title>` +
    `<style>${PAGE_STYLE}</style></head><body>` +
    `<header><a href="/">${escaped(say(language, 'page.app'))}</a></header>` +
    `<main lang="${text.language}" dir="${directionOf(text.language)}">` +
    `${heading}${shown.html}</main>` +
    `<footer><nav><ul>${publishedPages.map(link).join('')}</ul></nav><p>${escaped(published)}</p></footer>` +
    '</body></html>'
  );
}
