import { createHash } from 'node:crypto';
import type { AgreedPage, OperatorPage } from '../../../contract/operator-pages.ts';
import type { Database } from '../../database/database.ts';
import { checkMarkdown } from './markdown.ts';
import { currentTexts } from './texts.ts';

interface Published {
  readonly page: OperatorPage | AgreedPage;
  readonly language: string;
  readonly markdown: string;
  /** a correction of words in the current version, without a new version */
  readonly isMinor: boolean;
}

/**
 * Publishes a text. In a language that the current version lacks, it is a translation of that version; otherwise it
 * begins the next version.
 * @returns null: the same text is published already
 * @throws PageError from `checkMarkdown`
 */
export async function publish(
  db: Database,
  { page, language, markdown, isMinor }: Published,
  now: Date,
): Promise<number | null> {
  checkMarkdown(markdown);
  // otherwise two operators at once could begin the same version
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
