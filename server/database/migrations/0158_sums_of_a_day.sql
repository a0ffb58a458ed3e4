-- A batch reads what single operators let out today. The table has a row for each person for whom one ever did.
create index if not exists approved_alone_day on approved_alone (day) where kind = 'person';
