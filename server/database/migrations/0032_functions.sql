-- Which version of each function of the database is there: see server/database/functions/.
create table database_function (
  name text primary key,
  version integer not null,
  checksum text not null
);
