import {
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
import * as v from 'valibot';
import type { RelyingParty } from './relying-party.ts';

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));

/** A transport of a passkey: a word of WebAuthn, or an unknown word of a newer browser. */
const transport = v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/));
const MAX_TRANSPORTS = 16;

const credential = {
  id: base64url,
  rawId: base64url,
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.looseObject({}), {}),
};

const created = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(v.pipe(v.array(transport), v.maxLength(MAX_TRANSPORTS)), []),
  }),
});
export type Created = v.InferOutput<typeof created>;

const signed = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
});
export type Signed = v.InferOutput<typeof signed>;

/** A browser's response, made on one of our pages, with its challenge. */
export interface Read<Response> {
  readonly response: Response;
  readonly challenge: string;
  readonly origin: string;
}

/** @returns null: the response is malformed, or was made on another page, or in a frame within another page */
function read<Response extends { response: { clientDataJSON: string } }>(
  schema: v.GenericSchema<unknown, Response>,
  json: string,
  { isOurs }: RelyingParty,
): Read<Response> | null {
  try {
    const response = v.parse(schema, JSON.parse(json));
    const { challenge, origin, crossOrigin } = decodeClientDataJSON(
      response.response.clientDataJSON,
    );
    return isOurs(origin) && !crossOrigin ? { response, challenge, origin } : null;
  } catch {
    return null;
  }
}

/**
 * Whether the attestation contains no certificate: the server needs no proof of the device's model. Call it before the
 * library reads the attestation, because the library would fetch a list of revoked certificates from an address in it.
 */
function isPlain({ response }: Created): boolean {
  try {
    const statement = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = statement.get('fmt');
    return format === 'none' || (format === 'packed' && !statement.get('attStmt').get('x5c'));
  } catch {
    return false;
  }
}

export function readCreated(json: string, party: RelyingParty): Read<Created> | null {
  const found = read(created, json, party);
  return found && isPlain(found.response) ? found : null;
}

export const readSigned = (json: string, party: RelyingParty) => read(signed, json, party);
