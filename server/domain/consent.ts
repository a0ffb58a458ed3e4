import type * as calls from '../../contract/calls.ts';
import { sourceLanguage } from '../../contract/languages.ts';
import { type AgreedPage, agreedPages } from '../../contract/operator-pages.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { countriesIn } from './countries.ts';
import { assertNotDeleted } from './deletion/delete-account.ts';
import { currentVersions } from './operator-pages/texts.ts';

/** The statements of a registration; older apps send none of them. */
interface Statement {
  /** `terms:2,privacy:1`: the pages shown beside the button, with their versions */
  readonly agreed?: string | undefined;
  /** the stated minimum age, in years */
  readonly age?: number | undefined;
  readonly country?: string | undefined;
}

interface Version {
  readonly page: AgreedPage;
  readonly version: number;
}

/** The current versions of all published pages that need agreement. */
async function agreedVersions(db: Database): Promise<Version[]> {
  const shown = await currentVersions(db);
  return shown.filter((each): each is Version => agreedPages.some((page) => page === each.page));
}

const nameOf = ({ page, version }: Version) => `${page}:${version}`;

/** Whether registration is closed in a country; it is open where the country is unknown. */
export function isClosedIn({ settings }: Pick<Context, 'settings'>, country: string | null) {
  const closed = countriesIn(settings.get('product.closed_countries'));
  return country !== null && closed.includes(country);
}

/**
 * Checks the statements of a registration. An app that sends `agreed` must state the age too; an older app passes only
 * where the operator has published no page that needs agreement.
 * @returns the versions that the person agrees to
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
  assertNamed(wanted, agreed ?? '');
  if (age < context.settings.get('product.minimum_age')) throw new Refusal('agreement_needed');
  return wanted;
}

/** @throws Refusal agreement_needed: another version has been published meanwhile */
function assertNamed(wanted: readonly Version[], agreed: string): void {
  const named = agreed.split(',');
  if (wanted.some((each) => !named.includes(nameOf(each)))) throw new Refusal('agreement_needed');
}

/** Stores the agreed versions and the stated age, each once. */
export async function storeConsent(
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

/** Published versions that a user has not agreed to. Minor corrections do not change a version. */
async function versionsToAgree(db: Database, userId: bigint): Promise<Version[]> {
  const { rows } = await db.query<{ what: AgreedPage; version: number }>(
    'select what, max(version) as version from consent where user_id = $1 group by what',
    [userId],
  );
  const agreed = new Map(rows.map(({ what, version }) => [what, version]));
  const shown = await agreedVersions(db);
  return shown.filter(({ page, version }) => (agreed.get(page) ?? 0) < version);
}

/** The open versions in the format that `agree` takes; left out where all are agreed to. */
export async function toAgree(db: Database, userId: bigint): Promise<{ to_agree?: string }> {
  const open = await versionsToAgree(db, userId);
  return open.length === 0 ? {} : { to_agree: open.map(nameOf).join() };
}

/** @throws Refusal agreement_needed */
export const agree: Handler<typeof calls.agree> = async (context, { userId }, { agreed }) => {
  await inTransaction(context.db, async (db) => {
    await assertNotDeleted(db, userId);
    const open = await versionsToAgree(db, userId);
    assertNamed(open, agreed);
    await storeConsent({ ...context, db }, userId, open);
  });
  return {};
};
