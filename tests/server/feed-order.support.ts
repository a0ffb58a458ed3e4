import type { Caller } from '../../server/domain/context.ts';
import { DAY, utcDay } from '../../server/domain/time.ts';
import { playable, videoList } from '../../server/domain/videos.ts';
import { domain } from './domain.setup.ts';

interface Asked {
  readonly page?: number;
  readonly limit?: number;
  readonly after?: number | undefined;
}

export const list = async (user: Caller, { page = 1, limit = 100, after }: Asked = {}) =>
  (await playable(domain.context(), user, { page, limit, after })).list;
export const visitorList = async ({ page = 1, limit = 100, after }: Asked = {}) =>
  (await videoList(domain.context(), null, { page, limit, after })).list;
export const idsOf = (clips: readonly { id: number }[]) => clips.map(({ id }) => id);

/** Adds clips of different authors, dated 100 days ago. */
export async function clips(count: number): Promise<number[]> {
  await domain.pool.query('insert into feed_sum default values on conflict do nothing');
  const { rows } = await domain.pool.query<{ video_id: bigint }>(
    `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
     select 'Clip', 'Author ' || i, '/' || i || random(), '/p', 540, 960, 8000,
       $2::timestamptz - interval '100 days'
     from generate_series(1, $1::int) as i returning video_id`,
    [count, domain.now()],
  );
  return rows.map(({ video_id }) => Number(video_id));
}

/** Records that a member was paid for these clips, `daysAgo` days ago. */
export async function watched(
  { userId }: Caller,
  ids: readonly number[],
  daysAgo = 0,
): Promise<void> {
  const at = new Date(domain.now().getTime() - daysAgo * DAY);
  await domain.pool.query(
    `with claims as (
       insert into watched (user_id, day, video_id, reward, watched_at)
       select $1, $2, video_id, 0, $3 from unnest($4::bigint[]) as video_id
     )
     insert into served (user_id, kind, item_id, first_at)
     select $1, 'video', video_id, $3 from unnest($4::bigint[]) as video_id on conflict do nothing`,
    [userId, utcDay(at), at, ids],
  );
}

export const disable = (id: number | undefined) =>
  domain.pool.query('update video set disabled_at = $1 where video_id = $2', [domain.now(), id]);
