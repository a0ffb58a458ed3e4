-- A correction that waits for its second operator is found by its person, as all else of the money is: a table that
-- is distributed by the person needs a key that begins with them.
create unique index if not exists prepared_correction_person on prepared_correction (user_id, prepared_id);
