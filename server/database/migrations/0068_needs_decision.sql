-- In review for a signal that clips were not watched: it is paid by no date, only by an operator's decision.
alter table withdrawal add column needs_decision boolean not null default false;
