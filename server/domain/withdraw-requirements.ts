import type { Requirement } from '../../contract/shapes.ts';
import type { Context } from './context.ts';

interface Counters {
  readonly available: bigint;
  readonly debt: bigint;
  readonly country: string | null;
  readonly invites: bigint;
  readonly videos: bigint;
  readonly ads_viewed: bigint;
  readonly ads_clicked: bigint;
  readonly shares: bigint;
}

export async function findCounters({ db }: Context, userId: bigint): Promise<Counters> {
  const { rows } = await db.query<Counters>(
    `select available, debt, country, videos, ads_viewed, ads_clicked, shares,
       (select count(*) from friend where friend.user_id = $1 and level = 1) as invites
     from wallet join progress using (user_id) join account using (user_id)
     where user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error(`no wallet of user ${userId}`);
  return row;
}

/** The counters only ever rise, so no lock is needed to compare them. */
export function requirementsOf({ settings }: Context, counters: Counters): Requirement[] {
  return [
    {
      kind: 'invites',
      required: settings.get('withdraw.requirements.invites'),
      current: Number(counters.invites),
    },
    {
      kind: 'videos',
      required: settings.get('withdraw.requirements.videos'),
      current: Number(counters.videos),
    },
    {
      kind: 'ads_viewed',
      required: settings.get('withdraw.requirements.ads_viewed'),
      current: Number(counters.ads_viewed),
    },
    {
      kind: 'ads_clicked',
      required: settings.get('withdraw.requirements.ads_clicked'),
      current: Number(counters.ads_clicked),
    },
    {
      kind: 'shares',
      required: settings.get('withdraw.requirements.shares'),
      current: Number(counters.shares),
    },
  ];
}
