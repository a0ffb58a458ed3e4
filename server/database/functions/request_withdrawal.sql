-- version 8
--
-- Stores a withdrawal request of the previous version's servers by hold_withdrawal, which has the rules. These
-- servers name the payee's row by its xmin, which other databases do not have.
--
-- a signature that no server of this or the previous version calls
drop function if exists request_withdrawal(
  bigint, timestamptz, bigint, bigint, text, boolean, boolean, text, text, boolean, jsonb, timestamptz, timestamptz,
  boolean, text, text, text, bytea, timestamptz, bytea, timestamptz
);
create or replace function request_withdrawal(
  p_user_id bigint,
  p_now timestamptz,
  p_amount bigint,
  p_min_amount bigint,
  -- xmin of the payout_info row that the caller read; null: there was none
  p_payee text,
  p_is_elsewhere boolean,
  p_is_unmet boolean,
  p_local_amount text,
  p_local_currency text,
  p_pay_currency text,
  p_pay_amount bigint,
  p_pay_rate text,
  p_pay_refusal text,
  p_needs_second boolean,
  p_signals jsonb,
  p_held_until timestamptz,
  p_review_due_at timestamptz,
  p_needs_decision boolean,
  p_shown text,
  p_path text,
  p_key text,
  p_body_hash bytea,
  p_kept_until timestamptz,
  p_token_hash bytea,
  p_not_before timestamptz,
  out session_end integer,
  out kept_text text,
  out is_same_body boolean,
  out refusal text,
  out is_stale boolean,
  out withdrawal_id bigint,
  out balance bigint
) language plpgsql set enable_seqscan = off as $$
declare
  payee_hash bytea;
begin
  -- a changed row is passed as '', which is the hash of no row
  select case when xmin::text = p_payee then sha256(convert_to(payout_info::text, 'UTF8')) else '' end
  into payee_hash from payout_info where user_id = p_user_id;
  select held.* into session_end, kept_text, is_same_body, refusal, is_stale,
    withdrawal_id, balance
  from hold_withdrawal(
    p_user_id, p_now, p_amount, p_min_amount, payee_hash, p_is_elsewhere, p_is_unmet,
    p_local_amount, p_local_currency, p_pay_currency, p_pay_amount, p_pay_rate, p_pay_refusal,
    p_needs_second, p_signals, p_held_until, p_review_due_at, p_needs_decision, p_shown, p_path,
    p_key, p_body_hash, p_kept_until, p_token_hash, p_not_before
  ) as held;
end $$;
