-- version 1
--
-- An amount of 1/10,000 units as the wire writes it: 123400 is 12.3400.
create or replace function money_text(p_amount bigint) returns text language sql immutable as $$
  select to_char(p_amount / 10000.0, 'FM9999999999999990.0000')
$$;
