-- A session is found among those of the person whom its token names: a table that is distributed by the person
-- needs a key that begins with them. What finds a session by its token alone is for tokens that name nobody and
-- for servers of the version before; a later migration drops it once both have ended, and session_owner, which
-- finds no more than this one.
create unique index if not exists session_of_person on session (user_id, token_hash);
