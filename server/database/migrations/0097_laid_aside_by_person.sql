-- What was laid aside is found by its person, as all else of the money is: a table that is distributed by
-- the person needs a key that begins with them. It does what the index without the number does too, which a
-- later migration drops.
create unique index if not exists outbox_dead_person on outbox_dead (user_id, dead_id);
