import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney, shareOf } from '../../contract/money.ts';
import { type Context, type Handler, Refusal, Unavailable } from './context.ts';
import { waitsForTomorrow } from './day-promises.ts';
import { findInviters } from './registration.ts';
import type { ByLanguage } from './texts.ts';
import { toVideo, type VideoRow } from './videos.ts';
import { issueTicket } from './watch-tickets.ts';

/** The clip that the operator chose, or the first clip. */
async function findSample({ db, settings }: Context): Promise<VideoRow> {
  const { rows } = await db.query<VideoRow>(
    `(select * from video where disabled_at is null and video_id = $1)
     union all
     (select * from video where disabled_at is null order by video_id limit 1)
     limit 1`,
    [settings.get('landing.video')],
  );
  const [row] = rows;
  if (!row) throw new Unavailable('there is no clip to show');
  return row;
}

/** The public data of an invitation link. */
export interface Invitation {
  /** masked */
  readonly username: string;
  readonly slogan: string;
  /** the slogan by language */
  readonly slogans: ByLanguage;
  /** the newcomer's reward for watching the sample and registering, in 1/10,000 units */
  readonly total: bigint;
}

const totalOf = (settings: Context['settings']): bigint =>
  settings.get('reward.registration') + settings.get('landing.watch_reward');

const RATES = ['invite.level_1', 'invite.level_2', 'invite.level_3'] as const;

/** The sum promised to the inviters for a newcomer. */
const inviterRewards = (settings: Context['settings'], inviters: readonly bigint[]): bigint =>
  RATES.slice(0, inviters.length).reduce(
    (sum, rate) => sum + shareOf(settings.get('reward.registration'), settings.get(rate)),
    settings.get('reward.invite'),
  );

async function inviterOf(db: Context['db'], code: string) {
  const inviters = await findInviters(db, code);
  const [inviterId = 0n] = inviters;
  const { rows } = await db.query<{ username: string }>(
    'select username from account where user_id = $1',
    [inviterId],
  );
  return { inviters, inviterId, username: maskName(rows[0]?.username ?? '') };
}

/** @returns null when the code is unknown, or its owner no longer invites */
export async function findInvitation(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  code: string,
): Promise<Invitation | null> {
  try {
    const { username } = await inviterOf(db, code);
    const [slogan, slogans] = [settings.get('invite.slogan'), settings.texts('invite.slogan')];
    return { username, slogan, slogans, total: totalOf(settings) };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export const landing: Handler<typeof calls.landing> = async (context, _caller, input) => {
  const { db, now, settings } = context;
  const { inviters, inviterId, username } = await inviterOf(db, input.invite_code);
  const sample = await findSample(context);
  const watchSeconds = settings.get('landing.watch_seconds');
  const registerReward = settings.get('reward.registration');
  const watchReward = settings.get('landing.watch_reward');
  return {
    inviter: {
      username,
      slogan: settings.textIn('invite.slogan', context.visitor.language),
    },
    video: toVideo(sample, context),
    watch_seconds: watchSeconds,
    register_reward: formatMoney(registerReward),
    watch_reward: formatMoney(watchReward),
    total: formatMoney(totalOf(settings)),
    rewards_wait: await waitsForTomorrow(
      context,
      totalOf(settings) + inviterRewards(settings, inviters),
    ),
    watch_ticket: await issueTicket(db, { videoId: sample.video_id, inviterId }, watchSeconds, now),
  };
};
