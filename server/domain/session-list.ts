import type * as calls from '../../contract/calls.ts';
import { inTransaction } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import type { Caller, Context, Handler } from './context.ts';
import { assertRecentProof } from './proof.ts';
import { hashToken } from './sessions.ts';

/** The id of a session in the contract: a hash of the token's hash, so it reveals neither. */
const NAME = `encode(substr(sha256(token_hash), 1, 16), 'hex')`;

interface Row {
  readonly session: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly country: string | null;
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly here: boolean;
}

/** The valid sessions by the rules of `find_own_session`: the caller's first, then the most recently used. */
export const sessions: Handler<typeof calls.sessions> = async (context, { userId, token }) => {
  const { rows } = await context.db.query<Row>(
    `select ${NAME} as session, browser, system, session.country, session.created_at, seen_at,
       token_hash = $2 as here
     from session join account using (user_id)
     where user_id = $1 and expires_at > $3 and session.created_at >= password_changed_at
       and session.created_at >= coalesce($4, session.created_at)
     order by here desc, seen_at desc, token_hash`,
    [userId, hashToken(token), context.now, context.settings.get('session.not_before')],
  );
  return {
    list: rows.map(({ created_at, seen_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      seen_at: seen_at.toISOString(),
    })),
  };
};

/** Ends sessions of the caller for good: requests with them are answered 401. @throws Refusal proof_too_old */
function end({ db, now }: Context, caller: Caller, where: string, value: string | Buffer) {
  const { userId } = caller;
  return inTransaction(db, async (transaction) => {
    await assertRecentProof(transaction, caller, now);
    const { rowCount } = await transaction.query(
      `delete from session where user_id = $1 and ${where}`,
      [userId, value],
    );
    if (!rowCount) return {};
    const what = { user_id: Number(userId), sessions: rowCount };
    await writeAudit(transaction, { who: `user ${userId}`, action: 'sessions ended', what }, now);
    return {};
  });
}

/** Ends one session; the answer is the same for a session that has ended already. */
export const endSession: Handler<typeof calls.endSession> = (context, caller, { session }) =>
  end(context, caller, `${NAME} = $2`, session);

export const endOtherSessions: Handler<typeof calls.endOtherSessions> = (context, caller) =>
  end(context, caller, 'token_hash <> $2', hashToken(caller.token));
