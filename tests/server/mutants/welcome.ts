import type { Mutant } from './mutant.ts';

const file = 'server/database/functions/record_welcome.sql';
const once = ['record-welcome.test.ts'];
const paid = ['record-function.test.ts'];

/** Mutants of the rewards for a registration. */
export const welcomeMutants: readonly Mutant[] = [
  {
    fault: 'a welcome is given in a session that has ended',
    file,
    find: 'if session_end is not null then return; end if;',
    replace: '',
    tests: ['http-sessions.test.ts'],
  },
  {
    fault: 'a welcome is given in the session of another user',
    file,
    find: 'session_end := find_own_session(p_user_id, p_token_hash',
    replace: 'select found.session_end into session_end from find_session(p_token_hash',
    tests: paid,
  },
  {
    fault: 'the stored answer of a welcome is not found',
    file,
    find: 'if found then return; end if;',
    replace: '',
    tests: once,
  },
  {
    fault: 'the stored answer of a welcome is returned to a request with another body',
    file,
    find: 'select answer, body_hash = p_body_hash into',
    replace: 'select answer, true into',
    tests: once,
  },
  {
    fault: 'the stored answer of a welcome is returned for any key',
    file,
    find: 'and path = p_path and key = p_key and',
    replace: 'and path = p_path and',
    tests: once,
  },
  {
    fault: 'the stored answer of a welcome differs from the sent one',
    file,
    find: `to_char(balance / 10000.0, as_money)),
      p_kept_until`,
    replace: `to_char(paid / 10000.0, as_money)),
      p_kept_until`,
    tests: once,
  },
  {
    fault: 'the stored title differs from the sent one',
    file,
    find: `      to_json(detail)
`,
    replace: `      '"' || detail || '"'
`,
    tests: once,
  },
  {
    fault: 'a new answer of a welcome replaces an unexpired stored answer',
    file,
    find: 'where kept_answer.expires_at <= p_now;',
    replace: ';',
    tests: once,
  },
  {
    fault: 'the new-user reward is paid at each log-in',
    file,
    find: 'if welcomed_before is not null then',
    replace: 'if false then',
    tests: ['domain-invitations.test.ts'],
  },
  {
    fault: 'an invalid ticket is treated like a missing ticket',
    file,
    find: 'if p_is_bad_ticket or p_nonce',
    replace: 'if p_nonce',
    tests: ['domain-landing.test.ts'],
  },
  {
    fault: 'a ticket is valid for friends of any inviter',
    file,
    find: 'p_ticket_inviter is distinct from inviters[1]',
    replace: 'false',
    tests: ['domain-landing.test.ts'],
  },
  {
    fault: 'a used ticket is valid until the wallet is locked',
    file,
    find: 'exists (select from watch_ticket_used where nonce = p_nonce)',
    replace: 'false',
    tests: once,
  },
  {
    fault: 'a watch ticket pays again',
    file,
    find: `      if not found then
        refusal := 'invalid_watch_ticket';
        return;
      end if;
`,
    replace: '',
    tests: once,
  },
  {
    fault: 'the landing page pays the clip that the feed has paid today',
    file,
    find: `select from watched where user_id = p_user_id and day = p_today and video_id = p_video_id
`,
    replace: `select where false
`,
    tests: ['domain-landing.test.ts'],
  },
  {
    fault: 'commissions are rounded up',
    file,
    find: 'floor(p_reward * p_level_1)',
    replace: 'ceil(p_reward * p_level_1)',
    tests: ['ledger-model.test.ts'],
  },
  {
    fault: 'the commissions of levels two and three are swapped',
    file,
    find: 'array[level_1, level_1, level_2, level_3]',
    replace: 'array[level_1, level_1, level_3, level_2]',
    tests: ['domain-invitations.test.ts'],
  },
  {
    fault: 'all friends share one key, so that only the first brings a commission',
    file,
    find: "select inviter, op, 'friend:' || p_user_id,",
    replace: "select inviter, op, 'friend:',",
    tests: ['domain-invitations.test.ts'],
  },
  {
    fault: 'the rewards of a welcome repay no debt',
    file,
    find: 'repaid := least(purse.debt, paid);',
    replace: 'repaid := 0;',
    tests: ['domain-corrections.test.ts'],
  },
  {
    fault: 'rewards promised to inviters are not covered',
    file,
    find: 'promised := paid - repaid + brought;',
    replace: 'promised := paid - repaid;',
    tests: ['domain-funding.test.ts'],
  },
  {
    fault: 'the part that repays a debt is promised again',
    file,
    find: 'promised := paid - repaid + brought;',
    replace: 'promised := paid + brought;',
    tests: ['day-promises.test.ts'],
  },
  {
    fault: 'a welcome is paid although the funds do not cover it',
    file,
    find: 'if promised > 0 and (select is_enforced from funding) then',
    replace: 'if false then',
    tests: ['domain-funding.test.ts'],
  },
  {
    fault: 'a welcome draws on no allotment',
    file,
    find: 'set room = room - promised where',
    replace: 'set room = room where',
    tests: ['domain-funding.test.ts'],
  },
  {
    fault: 'a welcome waits for an allotment that another claim has locked',
    file,
    find: 'limit 1 for update skip locked;',
    replace: 'limit 1 for update;',
    tests: paid,
  },
  {
    fault: 'the landing page’s clip is paid but not stored as watched',
    file,
    find: `      insert into watched (user_id, day, video_id, reward, watched_at, arrived_at)
      values (p_user_id, p_today, p_video_id, p_landing_reward, p_now, p_now);
`,
    replace: '',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a late request sets the time of the last watch back',
    file,
    find: 'mine.last_watch_at := greatest(mine.last_watch_at, p_now);',
    replace: 'mine.last_watch_at := p_now;',
    tests: ['domain-day.test.ts'],
  },
  {
    fault: 'a welcome keeps yesterday’s figures',
    file,
    find: `      mine.shares_today := 0;
`,
    replace: '',
    tests: paid,
  },
  {
    fault: 'commissions are released before the friend has watched enough',
    file,
    find: 'is_released := mine.videos + clips >= p_release_after;',
    replace: 'is_released := true;',
    tests: ['domain-activity.test.ts'],
  },
  {
    fault: 'the rewards for a friend who has watched enough before the welcome are never released',
    file,
    find: 'if brought > 0 and is_released then',
    replace: 'if false then',
    tests: ['domain-activity.test.ts'],
  },
  {
    fault: 'the rewards for a friend are never released by a clip',
    file,
    find: 'has_coming_rewards = brought > 0 and not is_released',
    replace: 'has_coming_rewards = false',
    tests: ['domain-activity.test.ts'],
  },
  {
    fault: 'a device without push messages gets a message about a friend',
    file,
    find: '(fcm_token is not null or web_push is not null)',
    replace: 'true',
    tests: once,
  },
  {
    fault: 'all entries of a welcome have the same version',
    file,
    find: 'row_number() over (order by place), op, entry_key',
    replace: '1, op, entry_key',
    tests: once,
  },
  {
    fault: 'a debt that a welcome repays has no entry',
    file,
    find: `    if repaid > 0 then
      entries`,
    replace: `    if false then
      entries`,
    tests: once,
  },
];
