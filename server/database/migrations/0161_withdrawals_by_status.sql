-- Operators list those that wait or were rejected: they are found without all that were paid.
create index if not exists withdrawal_unpaid on withdrawal (status, withdrawal_id) where status <> 'paid';
