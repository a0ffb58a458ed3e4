import pg from 'pg';

/**
 * Stand-ins for Citus' functions, with the same names and arguments, in a Postgres without Citus. They
 * record their calls in `citus.told`, refuse the calls that its documentation and code (13.2) refuse,
 * and move nothing.
 */
const CITUS_STUBS = `
create schema citus;
create table citus.told (place integer generated always as identity, text text not null);
create table citus.pg_dist_partition (logicalrelid regclass primary key, partmethod "char", colocation text);
create table citus.pg_dist_object (classid oid, objid oid primary key, distribution_argument_index integer);
create table citus.pg_dist_local_group (groupid integer not null);
insert into citus.pg_dist_local_group values (0);
create table citus.pg_dist_node (groupid integer, noderole text, isactive boolean, shouldhaveshards boolean);
insert into citus.pg_dist_node values (0, 'primary', true, false), (1, 'primary', true, true);

create function citus.note(p_table regclass, p_kind "char", p_group text, p_told text)
returns void language plpgsql as $$
begin
  if exists (select from citus.pg_dist_partition where logicalrelid = p_table) then
    raise 'table "%" is already distributed', p_table;
  end if;
  insert into citus.pg_dist_partition values (p_table, p_kind, p_group);
  insert into citus.told (text) values (p_told);
end $$;

create function citus.refuse_triggers(p_table regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_trigger where tgrelid = p_table and not tgisinternal) then
    raise 'cannot distribute relation "%" because it has triggers', p_table;
  end if;
end $$;

create function citus.create_distributed_table(
  table_name regclass, distribution_column text, colocate_with text default 'default'
) returns void language plpgsql as $$
declare
  beside "char";
begin
  perform citus.refuse_triggers(table_name);
  if exists (
    select from pg_index where indrelid = table_name and (indisunique or indisexclusion)
      and not exists (
        select from pg_attribute where attrelid = table_name and attname = distribution_column
          and attnum = any(indkey::int2[])
      )
  ) then
    raise 'cannot create constraint on "%"', table_name;
  end if;
  if exists (
    select from pg_constraint where contype = 'f' and table_name in (conrelid, confrelid)
  ) then
    raise 'relation % has a foreign key', table_name;
  end if;
  if colocate_with not in ('default', 'none') then
    select partmethod into beside from citus.pg_dist_partition
    where logicalrelid = colocate_with::regclass;
    if beside is distinct from 'h' or (
      select count(distinct atttypid) from pg_attribute
      where attname = distribution_column and attrelid in (table_name, colocate_with::regclass)
    ) <> 1 then
      raise 'cannot colocate tables % and %', colocate_with, table_name;
    end if;
  end if;
  perform citus.note(table_name, 'h', case when colocate_with = 'none' then table_name::text else colocate_with end,
    format('%s by %s', table_name, distribution_column));
end $$;

create function citus.create_reference_table(table_name regclass) returns void language plpgsql as $$
begin
  perform citus.refuse_triggers(table_name);
  perform citus.note(table_name, 'n', null, format('%s everywhere', table_name));
end $$;

create function citus.citus_add_local_table_to_metadata(table_name regclass) returns void language plpgsql as $$
begin
  perform citus.note(table_name, 'n', null, format('%s on the coordinator', table_name));
end $$;

create function citus.truncate_local_data_after_distributing_table(function_name regclass)
returns void language plpgsql as $$
begin
  if not exists (select from citus.pg_dist_partition where logicalrelid = function_name) then
    raise 'supplied parameter is not a distributed relation';
  end if;
end $$;

create function citus.create_distributed_function(
  function_name regprocedure, distribution_arg_name text default null, colocate_with text default 'default'
) returns void language plpgsql as $$
declare
  place integer;
begin
  if distribution_arg_name is not null then
    select array_position(proargnames, distribution_arg_name) - 1 into place from pg_proc where oid = function_name;
    if place is null then
      raise 'cannot distribute the function "%" since the distribution argument is not valid', function_name;
    end if;
    if not exists (
      select from citus.pg_dist_partition join pg_attribute on attrelid = logicalrelid and attname = 'user_id'
      where logicalrelid = colocate_with::regclass
        and atttypid = (select proargtypes[place] from pg_proc where oid = function_name)
    ) then
      raise 'cannot colocate function "%" and table "%"', function_name, colocate_with;
    end if;
  end if;
  insert into citus.pg_dist_object values ('pg_proc'::regclass, function_name, place)
  on conflict (objid) do update set distribution_argument_index = excluded.distribution_argument_index;
  insert into citus.told (text) values (
    format('%s%s', function_name::oid::regproc, case when place is not null then ' where its person is' end)
  );
end $$;`;

/** Creates in a database the stand-ins of the Citus functions that `database distribute` calls. */
export async function installCitusStubs(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(CITUS_STUBS);
    const { database } = client as pg.Client & { readonly database: string };
    const name = pg.escapeIdentifier(database);
    await client.query(`alter database ${name} set search_path to public, citus`);
  } finally {
    await client.end();
  }
}
