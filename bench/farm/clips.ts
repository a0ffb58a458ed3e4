import type pg from 'pg';

/** Copies the demo's clips until there are $1 clips; a copy has another URL of the same file. */
const COPIES = `
  insert into video (title, author, url, poster, width, height, duration_ms, sources, created_at)
  select title, author || ' ' || copy, url || '?copy=' || copy, poster, width, height, duration_ms,
    sources, created_at
  from (select *, count(*) over () as clips from video) as clip, generate_series(1, $1::int) as copy
  where copy * clips + video_id <= $1
  order by copy, video_id`;

export async function addClips(pool: pg.Pool, clips: number): Promise<void> {
  await pool.query(COPIES, [clips]);
}
