import { resolveLocale } from '../../../contract/languages.ts';
import type { OperatorPage } from '../../../contract/operator-pages.ts';
import type { Database } from '../../database/database.ts';

export interface PageText {
  readonly page: OperatorPage;
  readonly version: number;
  readonly language: string;
  /** in hex */
  readonly sha256: string;
  readonly markdown: string;
  readonly published_at: Date;
}

const COLUMNS = `page, version, language, encode(sha256, 'hex') as sha256, markdown, published_at`;

/** The texts of a page's current version, one per language, in the order in which languages were first published. */
export async function currentTexts(db: Database, page: OperatorPage): Promise<PageText[]> {
  const { rows } = await db.query<PageText>(
    `select ${COLUMNS} from (
       select distinct on (language) *, min(operator_page_id) over (partition by language) as first
       from operator_page
       where page = $1 and version = (select max(version) from operator_page where page = $1)
       order by language, operator_page_id desc
     ) as shown order by first`,
    [page],
  );
  return rows;
}

/** The text for a reader: in the reader's language, else in English, else the first text. */
export function textFor(language: string, texts: readonly PageText[]): PageText | undefined {
  const there = texts.map((each) => each.language);
  const tag = resolveLocale({ saved: null, preferred: [language] }, there);
  return texts.find((each) => each.language === tag) ?? texts[0];
}

export async function currentVersions(
  db: Database,
): Promise<{ page: OperatorPage; version: number }[]> {
  const { rows } = await db.query<{ page: OperatorPage; version: number }>(
    `select page, max(version) as version from operator_page group by page
     order by array_position(array['terms', 'privacy', 'imprint', 'support'], page)`,
  );
  return rows;
}

/** Every published text of a page, or of all pages (null), the newest first. */
export async function allTexts(db: Database, page: OperatorPage | null): Promise<PageText[]> {
  const { rows } = await db.query<PageText>(
    `select ${COLUMNS} from operator_page where $1::text is null or page = $1
     order by operator_page_id desc`,
    [page],
  );
  return rows;
}
