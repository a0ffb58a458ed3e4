-- How many clips are shown: kept with each statement that adds, shows or hides some, since counting a
-- million takes longer than the answer that tells the number. Only operators write clips.
create table shown_clips (
  only_row boolean primary key default true check (only_row),
  clips bigint not null
);
insert into shown_clips (clips) select count(*) from video where disabled_at is null;

create function count_shown_clips() returns trigger language plpgsql as $$
declare
  added bigint := 0;
  gone bigint := 0;
begin
  if tg_op = 'TRUNCATE' then
    update shown_clips set clips = 0;
    return null;
  end if;
  if tg_op <> 'DELETE' then
    select count(*) into added from new_video where disabled_at is null;
  end if;
  if tg_op <> 'INSERT' then
    select count(*) into gone from old_video where disabled_at is null;
  end if;
  -- a clip that is only changed waits for nobody
  if added <> gone then update shown_clips set clips = clips + added - gone; end if;
  return null;
end $$;
create trigger shown_clips_added after insert on video
  referencing new table as new_video for each statement execute function count_shown_clips();
create trigger shown_clips_changed after update on video
  referencing old table as old_video new table as new_video
  for each statement execute function count_shown_clips();
create trigger shown_clips_removed after delete on video
  referencing old table as old_video for each statement execute function count_shown_clips();
create trigger shown_clips_emptied after truncate on video
  for each statement execute function count_shown_clips();

-- What withdrawals hold and have paid in all, for the metrics: the sums of these rows. Each change
-- adds a row, so that no two requests meet in one; the server's housekeeping adds them up.
create table withdrawal_sum (
  sum_id bigint generated always as identity primary key,
  held bigint not null,
  paid bigint not null
);
insert into withdrawal_sum (held, paid)
select coalesce(sum(amount) filter (where status = 'pending'), 0),
  coalesce(sum(amount) filter (where status = 'paid'), 0)
from withdrawal;

create function sum_withdrawals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into withdrawal_sum (held, paid)
    select coalesce(sum(amount) filter (where status = 'pending'), 0),
      coalesce(sum(amount) filter (where status = 'paid'), 0)
    from new_withdrawal having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    insert into withdrawal_sum (held, paid)
    select sum(held), sum(paid)
    from (
      select case status when 'pending' then amount else 0 end as held,
        case status when 'paid' then amount else 0 end as paid from new_withdrawal
      union all
      select case status when 'pending' then -amount else 0 end,
        case status when 'paid' then -amount else 0 end from old_withdrawal
    ) as change having coalesce(sum(held), 0) <> 0 or coalesce(sum(paid), 0) <> 0;
  else
    delete from withdrawal_sum;
  end if;
  return null;
end $$;
create trigger withdrawal_sum_requested after insert on withdrawal
  referencing new table as new_withdrawal for each statement execute function sum_withdrawals();
create trigger withdrawal_sum_changed after update on withdrawal
  referencing old table as old_withdrawal new table as new_withdrawal
  for each statement execute function sum_withdrawals();
create trigger withdrawal_sum_emptied after truncate on withdrawal
  for each statement execute function sum_withdrawals();
