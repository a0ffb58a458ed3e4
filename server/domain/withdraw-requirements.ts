import { type Requirement, type RequirementKind, requirementKinds } from '../../contract/shapes.ts';
import type { Context } from './context.ts';
import { needsConfirmedEmail } from './email-confirmation.ts';

interface Counters extends Readonly<Record<RequirementKind, bigint>> {
  readonly available: bigint;
  readonly debt: bigint;
  readonly country: string | null;
  readonly is_email_confirmed: boolean;
}

/** Loads the counters. A friend counts after as many clips as release the reward for the invitation. */
export async function findCounters({ db, settings }: Context, userId: bigint): Promise<Counters> {
  const { rows } = await db.query<Counters>(
    `select available, debt, country, videos, ads_viewed, ads_clicked, shares,
       email_confirmed_at is not null as is_email_confirmed,
       (
         select count(*) from progress as theirs where theirs.videos >= $2
           and theirs.user_id in (select friend_id from friend where user_id = $1 and level = 1)
       ) as invites
     from wallet join progress using (user_id) join account using (user_id)
     where user_id = $1`,
    [userId, settings.get('invite.release_after_videos')],
  );
  const [row] = rows;
  if (!row) throw new Error(`no wallet of user ${userId}`);
  return row;
}

/** Whether the e-mail is confirmed; left out where a withdrawal does not need it. */
export const emailTerm = (context: Context, counters: Counters): { email_confirmed?: boolean } =>
  needsConfirmedEmail(context) ? { email_confirmed: counters.is_email_confirmed } : {};

/** Whether any requirement of a withdrawal is missing. */
export const isAnyUnmet = (context: Context, counters: Counters): boolean =>
  emailTerm(context, counters).email_confirmed === false ||
  requirementsOf(context, counters).some(({ current, required }) => current < required);

/** The counters only ever rise, so comparing them needs no lock. */
export function requirementsOf({ settings }: Context, counters: Counters): Requirement[] {
  return requirementKinds.map((kind) => ({
    kind,
    required: settings.get(`withdraw.requirements.${kind}`),
    current: Number(counters[kind]),
  }));
}
