import type { AppConfig } from '../../contract/app-config.ts';
import type { Call, OutputOf, ParsedInputOf } from '../../contract/call.ts';
import type { Reason, SessionEndedCode } from '../../contract/reasons.ts';
import type { Requirement } from '../../contract/shapes.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from './settings.ts';

/** The sender of a request, as far as the network shows it. */
export interface Visitor {
  /** IPv4 or IPv6; limits count by it */
  readonly address: string;
  /** ISO 3166-1 alpha-2, if the server has a source of its own (such as a proxy's header) */
  readonly country: string | null;
  /** a tag of `contract/languages.ts`; missing: unknown */
  readonly language?: string;
  /** the secret id of the device that logs in, if it has one */
  readonly device?: string;
  readonly userAgent?: string;
}

/** Settings of this installation from its environment. */
export interface Site {
  /** address of the app, without a slash at the end: `https://clipurse.example` */
  readonly publicUrl: string;
  readonly push: AppConfig['push'];
  readonly webPush: WebPushSite;
  /** base address of the operator's media; null: this server */
  readonly mediaUrl: string | null;
  /** key that signs addresses of clips */
  readonly mediaKey: Buffer;
  /** whether this server sends mails */
  readonly mails: boolean;
}

/** Settings of web push without Firebase. */
interface WebPushSite {
  /** the public key for push subscriptions */
  readonly vapidKey: string;
  /** the operator's additional push services: `host[:port]` */
  readonly hosts: readonly string[];
}

/** Dependencies of a domain function: a pool or an open transaction, the settings, the time. */
export interface Context {
  readonly db: Database;
  readonly settings: Settings;
  /** one instant for the whole request, so that its day cannot change half-way */
  readonly now: Date;
  readonly visitor: Visitor;
  readonly site: Site;
  /** for a database function that stores the answer itself */
  readonly answerKey?: AnswerKey;
}

/** The key under which an answer is stored, so that a call is executed once. */
export interface AnswerKey {
  readonly path: string;
  readonly key: string;
  /** hash of the request body: the same key with another body is refused */
  readonly bodyHash: Buffer;
  /** when a stored answer of a successful call expires */
  readonly expiresAt: Date;
}

/** The call was answered before: the stored answer is sent again, byte for byte. */
export class Replay extends Error {
  readonly text: string;

  constructor(text: string) {
    super('answered before');
    this.name = 'Replay';
    this.text = text;
  }
}

/** The user of a valid token. */
export interface Caller {
  readonly userId: bigint;
  readonly token: string;
  /** the token was valid earlier; the database function that executes the call checks it again */
  readonly isSessionUnchecked?: boolean;
}

/** The domain function of a call has the call's name and this type. */
export type Handler<C extends Call, Who = C['access'] extends 'public' ? Caller | null : Caller> = (
  context: Context,
  caller: Who,
  input: ParsedInputOf<C>,
) => Promise<OutputOf<C>>;

/** A business refusal: `code: 0`, no money has moved. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly detail: { retry_after?: number; requirements?: Requirement[]; challenge?: string };

  constructor(reason: Reason, detail: Refusal['detail'] = {}) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
    this.detail = detail;
  }
}

/** A field breaks a rule that only the server can check: answer 400. */
export class InvalidField extends Error {
  readonly field: string;

  /** @param expected the valid value, in the wording of the contract's messages */
  constructor(field: string, expected: string) {
    super(expected);
    this.name = 'InvalidField';
    this.field = field;
  }
}

/** The session is over: 401, 409 or 303. */
export class SessionEnded extends Error {
  readonly code: SessionEndedCode;

  constructor(code: SessionEndedCode) {
    super(`session ended (${code})`);
    this.name = 'SessionEnded';
    this.code = code;
  }
}

/** This server is not set up for the call: answer 404. */
export class NotOffered extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'NotOffered';
  }
}

/** A valid request that cannot be served now: answer 503 with `retry-after`. */
export class Unavailable extends Error {
  readonly retryAfterSeconds = 1;

  constructor(why: string) {
    super(why);
    this.name = 'Unavailable';
  }
}
