import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { appConfig } from '../../../contract/app-config.ts';
import type { Call } from '../../../contract/call.ts';
import * as calls from '../../../contract/calls.ts';
import {
  BASE_PATH,
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY,
  refusal,
  TOKEN_HEADER,
} from '../../../contract/envelope.ts';
import { type Fault, faults, type Reason } from '../../../contract/reasons.ts';
import * as shapes from '../../../contract/shapes.ts';
import { summaries } from '../../../contract/summaries.ts';
import * as withdrawalShapes from '../../../contract/withdrawal-shapes.ts';
import { acceptsIdempotencyKey } from '../idempotency.ts';
import { faultMessages, refusalMessages, sessionEndedMessages } from '../messages.ts';
import { examples } from './examples.ts';
import { fieldMeanings } from './fields.ts';

const definitions = {
  UserInfo: shapes.userInfo,
  Video: shapes.video,
  Ad: shapes.ad,
  RewardLog: shapes.rewardLog,
  WithdrawInfo: withdrawalShapes.withdrawInfo,
  WithdrawalMethod: withdrawalShapes.withdrawalMethod,
  Withdrawal: withdrawalShapes.withdrawal,
  Requirement: shapes.requirement,
  AppConfig: appConfig,
};

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  // these actions change the input, but do not restrict it
  ignoreActions: ['trim', 'normalize'],
  // a pattern of JSON Schema is always Unicode: the flag is not needed
  overrideAction: ({ valibotAction, jsonSchema }) =>
    'requirement' in valibotAction && valibotAction.requirement instanceof RegExp
      ? { ...jsonSchema, pattern: valibotAction.requirement.source }
      : null,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

type Json = Record<string, unknown>;

/** Makes an OpenAPI 3.1 document of the whole API from the contract. */
export function openApiDocument(publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clipurse',
      version: '1',
      description:
        'Every answer is an envelope. HTTP 200 carries three outcomes: code 1 is a success, 0 a ' +
        'refusal with its reason, and 401, 409 or 303 an ended session. The code of a fault is ' +
        'its HTTP status. Money is text with four decimal places, times are UTC.',
    },
    servers: [{ url: publicUrl + BASE_PATH }],
    paths: Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        call.path,
        { [call.method.toLowerCase()]: operationOf(name as keyof typeof calls, call) },
      ]),
    ),
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER } },
      schemas: Object.fromEntries(
        Object.entries(toJsonSchemaDefs(definitions, { ...conversion, typeMode: 'output' })).map(
          ([name, schema]) => [name, withDescriptions(schema)],
        ),
      ),
      responses: Object.fromEntries(
        (Object.keys(faults) as Fault[]).map((fault) => [fault, faultResponse(fault)]),
      ),
    },
  };
}

function operationOf(name: keyof typeof calls, call: Call): Json {
  return {
    operationId: name,
    summary: summaries[name],
    tags: [call.path.split('/')[2]],
    security: call.access === 'public' ? [{}, { token: [] }] : [{ token: [] }],
    ...(call.method === 'GET'
      ? { parameters: queryOf(name, call) }
      : { parameters: keyOf(call), requestBody: bodyOf(name, call) }),
    responses: {
      200: outcomesOf(name, call),
      ...Object.fromEntries(
        Object.entries(faults).map(([fault, status]) => [
          status,
          { $ref: `#/components/responses/${fault}` },
        ]),
      ),
    },
  };
}

/** Whether a call takes an idempotency key: only calls with a session do, because a key belongs to a user. */
export function takesKey(call: Call): boolean {
  return call.access === 'private' && acceptsIdempotencyKey(call);
}

function keyOf(call: Call): Json[] {
  return takesKey(call) ? [idempotencyParameter] : [];
}

const idempotencyParameter = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  description:
    'A repeated request with the same user, path and key gets the first answer again, byte for ' +
    'byte, within 24 hours (8 days for claims).',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
};

function queryOf(name: keyof typeof calls, call: Call): Json[] {
  const { properties = {}, required = [] } = schemaOf(call.takes, 'input');
  const example: Json = { ...examples[name].takes };
  return Object.entries(properties).map(([field, schema]) => ({
    name: field,
    in: 'query',
    required: required.includes(field),
    description: fieldMeanings[field],
    schema,
    ...(field in example ? { example: example[field] } : {}),
  }));
}

function bodyOf(name: keyof typeof calls, call: Call): Json {
  const content = { schema: schemaOf(call.takes, 'input'), example: examples[name].takes };
  return { content: Object.fromEntries(BODY_TYPES.map((type) => [type, content])) };
}

/** Describes all outcomes with HTTP 200: the success, each refusal, and the ended sessions. */
function outcomesOf(name: keyof typeof calls, call: Call): Json {
  const success = { code: 1, msg: 'ok', data: examples[name].gives };
  const refusals: Reason[] = [...call.refusals];
  if (takesKey(call)) refusals.push('idempotency_key_reused');
  const sessions = call.access === 'public' ? [] : Object.entries(sessionEndedMessages);
  const schema = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { enum: [1, 0, ...sessions.map(([code]) => Number(code))] },
      msg: { type: 'string' },
      data: {
        anyOf: [schemaOf(call.gives, 'output'), refusalSchema(refusals), { type: 'null' }],
      },
    },
  };
  const value = (code: number, msg: string, data: Json | null) => ({ value: { code, msg, data } });
  return {
    description: 'Success, a refusal, or an ended session',
    content: {
      'application/json': {
        schema,
        examples: {
          success: { value: success },
          ...Object.fromEntries(
            refusals.map((reason) => [
              reason,
              value(0, refusalMessages[reason], refusalData(reason)),
            ]),
          ),
          ...Object.fromEntries(
            sessions.map(([code, msg]) => [`session_${code}`, value(Number(code), msg, null)]),
          ),
        },
      },
    },
  };
}

function refusalSchema(reasons: readonly Reason[]): JsonSchema {
  const { properties, ...rest } = schemaOf(refusal, 'output');
  return { ...rest, properties: { ...properties, reason: { enum: [...reasons] } } };
}

const CHALLENGE = '{"parameters":{"algorithm":"ARGON2ID","cost":1,"…":"…"},"signature":"5d0f…"}';

/** Example of a refusal's data, with the waiting time, the unmet requirements, or the challenge. */
function refusalData(reason: Reason): Json {
  if (reason === 'too_early') return { reason, retry_after: 1800 };
  if (reason === 'too_many_attempts') return { reason, retry_after: 540 };
  if (reason === 'proof_needed') return { reason, challenge: CHALLENGE };
  if (reason === 'no_more_today') return { reason, retry_after: 30_600 };
  if (reason !== 'requirements_unmet') return { reason };
  return { reason, requirements: [{ kind: 'videos', required: 10, current: 4 }] };
}

function faultResponse(fault: Fault): Json {
  const data =
    fault === 'invalid_request'
      ? { reason: fault, fields: { videos_id: 'a whole number from 1' } }
      : fault === 'internal'
        ? { request_id: '6f1b0f0e6a3c4d0f9d550e3a5f3a7c11' }
        : fault === 'foreign_origin'
          ? { reason: fault }
          : null;
  const example = { code: faults[fault], msg: faultMessages[fault], data };
  return { description: faultMessages[fault], content: { 'application/json': { example } } };
}

function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema, $defs, ...rest } = toJsonSchema(schema, {
    ...conversion,
    definitions,
    typeMode,
  });
  return withDescriptions(rest);
}

/** Copies a schema, and adds the meaning of each property as its description. */
function withDescriptions<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withDescriptions) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    key === 'properties'
      ? describeProperties(value as Record<string, JsonSchema>)
      : withDescriptions(value),
  ]);
  return Object.fromEntries(entries);
}

function describeProperties(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { description: fieldMeanings[name], ...withDescriptions(schema) },
    ]),
  );
}
