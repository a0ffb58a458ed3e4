import { createHash } from 'node:crypto';
import type { AgreedPage, OperatorPage } from '../../../contract/operator-pages.ts';
import type { Database } from '../../database/database.ts';
import { checkMarkdown } from './markdown.ts';
import { currentTexts } from './texts.ts';

interface Published {
  readonly page: OperatorPage | AgreedPage;
  readonly language: string;
  readonly markdown: string;
  /** words of the shown version are corrected: it stays that version */
  readonly isMinor: boolean;
}

/**
 * Publishes a text. One in a language that the shown version has not yet is its translation; one in a
 * language that it has begins the next version.
 * @returns null: it is what is shown already
 * @throws PageError when people would not see it as it is meant
 */
export async function publish(
  db: Database,
  { page, language, markdown, isMinor }: Published,
  now: Date,
): Promise<number | null> {
  checkMarkdown(markdown);
  // two who publish at once would both begin one version
  await db.query('lock table operator_page in share row exclusive mode');
  const texts = await currentTexts(db, page);
  const before = texts.find((each) => each.language === language);
  if (before?.markdown === markdown) return null;
  const last = texts[0]?.version ?? 0;
  const version = before && !isMinor ? last + 1 : Math.max(last, 1);
  await db.query(
    `insert into operator_page (page, version, language, sha256, markdown, published_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [page, version, language, createHash('sha256').update(markdown).digest(), markdown, now],
  );
  return version;
}
