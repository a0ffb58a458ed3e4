import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney } from '../../contract/money.ts';
import { type Context, type Handler, Unavailable } from './context.ts';
import { findInviters } from './registration.ts';
import { toVideo, type VideoRow } from './videos.ts';
import { issueTicket } from './watch-tickets.ts';

/** The clip that the operator chose, or the first. */
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

export const landing: Handler<typeof calls.landing> = async (context, _caller, input) => {
  const { db, now, settings } = context;
  const [inviterId = 0n] = await findInviters(db, input.invite_code);
  const found = await db.query<{ username: string }>(
    'select username from account where user_id = $1',
    [inviterId],
  );
  const sample = await findSample(context);
  const watchSeconds = settings.get('landing.watch_seconds');
  const registerReward = settings.get('reward.registration');
  const watchReward = settings.get('landing.watch_reward');
  return {
    inviter: {
      username: maskName(found.rows[0]?.username ?? ''),
      slogan: settings.get('invite.slogan'),
    },
    video: toVideo(sample, settings),
    watch_seconds: watchSeconds,
    register_reward: formatMoney(registerReward),
    watch_reward: formatMoney(watchReward),
    total: formatMoney(registerReward + watchReward),
    watch_ticket: await issueTicket(db, { videoId: sample.video_id, inviterId }, watchSeconds, now),
  };
};
