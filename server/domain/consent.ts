import { sourceLanguage } from '../../contract/languages.ts';
import { type AgreedPage, agreedPages } from '../../contract/operator-pages.ts';
import type { Database } from '../database/database.ts';
import { type Context, Refusal } from './context.ts';
import { countriesIn } from './countries.ts';
import { currentVersions } from './operator-pages/texts.ts';

/** What somebody says before they register; apps of before say none of it. */
interface Statement {
  /** `terms:2,privacy:1`: what was shown beside the button */
  readonly agreed?: string | undefined;
  /** at least so many years */
  readonly age?: number | undefined;
  readonly country?: string | undefined;
}

interface Version {
  readonly page: AgreedPage;
  readonly version: number;
}

/** What is agreed to: the version of each such page that is shown now. */
async function agreedVersions(db: Database): Promise<Version[]> {
  const shown = await currentVersions(db);
  return shown.filter((each): each is Version => agreedPages.some((page) => page === each.page));
}

const nameOf = ({ page, version }: Version) => `${page}:${version}`;

/** Whether nobody may register where a visitor is; where it is not known, they may. */
export function isClosedIn({ settings }: Pick<Context, 'settings'>, country: string | null) {
  const closed = countriesIn(settings.get('product.closed_countries'));
  return country !== null && closed.includes(country);
}

/**
 * Whether somebody has stated what is asked for. An app that knows the statements must send them all;
 * one of before is let in only where the operator has published nothing that is agreed to.
 * @returns what they agree to
 * @throws Refusal country_closed, agreement_needed
 */
export async function readStatement(
  context: Context,
  { agreed, age = 0, country }: Statement,
): Promise<readonly Version[]> {
  if (isClosedIn(context, context.visitor.country ?? country ?? null)) {
    throw new Refusal('country_closed');
  }
  const wanted = await agreedVersions(context.db);
  if (agreed === undefined && wanted.length === 0) return [];
  const named = (agreed ?? '').split(',');
  const isMissing = wanted.some((each) => !named.includes(nameOf(each)));
  if (isMissing || age < context.settings.get('product.minimum_age')) {
    throw new Refusal('agreement_needed');
  }
  return wanted;
}

/** Writes down what was agreed to, and the age that was stated, once each. */
export async function keepConsent(
  { db, now, visitor }: Context,
  userId: bigint,
  versions: readonly Version[],
  age = 0,
): Promise<void> {
  const stated = [
    ...versions.map(({ page, version }) => [page, version] as const),
    ...(age > 0 ? [['age', age] as const] : []),
  ];
  await db.query(
    `insert into consent (user_id, what, version, language, stated_at)
     select $1, what, version, $4, $5 from unnest($2::text[], $3::int[]) as stated (what, version)
     on conflict do nothing`,
    [
      userId,
      stated.map(([what]) => what),
      stated.map(([, version]) => version),
      visitor.language ?? sourceLanguage,
      now,
    ],
  );
}
