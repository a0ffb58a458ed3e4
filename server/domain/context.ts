import type { AppConfig } from '../../contract/app-config.ts';
import type { Call, OutputOf, ParsedInputOf } from '../../contract/call.ts';
import type { Reason, SessionEndedCode } from '../../contract/reasons.ts';
import type { Requirement } from '../../contract/shapes.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from './settings.ts';

/** Who sends the request, as far as the network shows. */
export interface Visitor {
  /** IPv4 or IPv6, text; what limits are counted by */
  readonly address: string;
  /** ISO 3166-1 alpha-2, where the server knows it by itself (a proxy's header, say) */
  readonly country: string | null;
  /** a tag of `contract/languages.ts`; not given: not known */
  readonly language?: string;
  /** the secret name of the device that logs in, where it has one */
  readonly device?: string;
  /** what the browser says of itself */
  readonly userAgent?: string;
}

/** What the environment says about this installation. */
export interface Site {
  /** where people reach the app, no slash at the end: `https://clipurse.example` */
  readonly publicUrl: string;
  readonly push: AppConfig['push'];
  readonly webPush: WebPushSite;
  /** where the operator's media are fetched from; null: from this server */
  readonly mediaUrl: string | null;
  /** signs addresses of clips */
  readonly mediaKey: Buffer;
  /** whether mails are sent */
  readonly mails: boolean;
}

/** How devices are reached without Firebase. */
interface WebPushSite {
  /** the public key that a subscription is made for */
  readonly vapidKey: string;
  /** push services that are the operator's own, beside those of the browsers: `host[:port]` */
  readonly hosts: readonly string[];
}

/** What a domain function works with: a pool or an open transaction, the settings, the time. */
export interface Context {
  readonly db: Database;
  readonly settings: Settings;
  /** one instant for the whole request, so that a day cannot change in the middle of it */
  readonly now: Date;
  readonly visitor: Visitor;
  readonly site: Site;
  /** for a function of the database that keeps its answer itself */
  readonly answerKey?: AnswerKey;
}

/** What an answer is kept under, so that a call is answered once. */
export interface AnswerKey {
  readonly path: string;
  readonly key: string;
  /** of what was asked for: the same key with another body is refused */
  readonly bodyHash: Buffer;
  /** until when a good answer is kept */
  readonly keptUntil: Date;
}

/** The call was answered before: its answer is sent again, byte for byte. */
export class Replay extends Error {
  readonly text: string;

  constructor(text: string) {
    super('answered before');
    this.name = 'Replay';
    this.text = text;
  }
}

/** The user behind a good token. */
export interface Caller {
  readonly userId: bigint;
  /** as the request carried it */
  readonly token: string;
  /** the token was good before; the function of the database that makes the call sees whether it is */
  readonly isUnproven?: boolean;
}

/** The domain function behind a call has the call's name and this shape. */
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

/** A field does not hold what the contract says, by a rule that only the server can check: answer 400. */
export class InvalidField extends Error {
  readonly field: string;

  /** @param expected what the field must be, as the contract's messages say it */
  constructor(field: string, expected: string) {
    super(expected);
    this.name = 'InvalidField';
    this.field = field;
  }
}

/** The session is over, and nothing else: 401, 409 or 303. */
export class SessionEnded extends Error {
  readonly code: SessionEndedCode;

  constructor(code: SessionEndedCode) {
    super(`session ended (${code})`);
    this.name = 'SessionEnded';
    this.code = code;
  }
}

/** This server does not do what the call asks for, as it is set up: answer 404. */
export class NotOffered extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'NotOffered';
  }
}

/** Nothing is wrong with the request, but it cannot be served now: answer 503 with `retry-after`. */
export class Unavailable extends Error {
  readonly retryAfterSeconds = 1;

  constructor(why: string) {
    super(why);
    this.name = 'Unavailable';
  }
}
