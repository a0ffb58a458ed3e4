import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The creation options that the authenticator reads. */
interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly excludeCredentials: readonly { readonly id: string }[];
}

interface Faults {
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  /** the id of another site */
  readonly rpId?: string;
  readonly isUnverified?: boolean;
  readonly handle?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly attestation?: Map<string, unknown>;
  readonly transports?: readonly string[];
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

const PRESENT = 0b1;
const VERIFIED = 0b100;
const WITH_KEY = 0b100_0000;

/** A fake authenticator with one passkey, on Node’s cryptography: ES256, no attestation. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly id: string;
  #counter = 0;
  #handle = '';
  #rpId = '';

  constructor(origin: string, id = text(randomBytes(16))) {
    this.#origin = origin;
    this.id = id;
  }

  #clientData(type: string, challenge: string, { origin, crossOrigin = false }: Faults) {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: origin ?? this.#origin, crossOrigin }),
    );
  }

  #data(flags: number, { rpId, isUnverified, counter }: Faults) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    const set = PRESENT | (isUnverified ? 0 : VERIFIED) | flags;
    return Buffer.concat([sha256(rpId ?? this.#rpId), Buffer.from([set]), count]);
  }

  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }

  /** Returns the browser’s response to the options of `passkeyOptions`, as JSON. */
  create(options: string, faults: Faults = {}): string {
    const { challenge, rp, user } = JSON.parse(options) as CreationOptions;
    this.#rpId = rp.id;
    this.#handle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#data(WITH_KEY, faults),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 0xff]),
      id,
      this.#publicKey(),
    ]);
    const statement = faults.attestation ?? new Map<string, unknown>([['fmt', 'none']]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['attStmt', new Map()],
        ...statement,
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return this.#credential({
      clientDataJSON: text(this.#clientData(faults.type ?? 'webauthn.create', challenge, faults)),
      attestationObject: text(attestation),
      transports: faults.transports ?? ['internal'],
    });
  }

  /** Returns the browser’s response to the options of `passkeyLoginOptions`, as JSON. */
  get(options: string, faults: Faults = {}): string {
    const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string };
    this.#rpId = rpId;
    this.#counter += 1;
    const clientData = this.#clientData(faults.type ?? 'webauthn.get', challenge, faults);
    const data = this.#data(0, faults);
    const signature = sign(
      'sha256',
      Buffer.concat([data, sha256(clientData)]),
      this.#keys.privateKey,
    );
    return this.#credential({
      clientDataJSON: text(clientData),
      authenticatorData: text(data),
      signature: text(signature),
      userHandle: faults.handle ?? this.#handle,
    });
  }

  #credential(response: Readonly<Record<string, unknown>>): string {
    const { id } = this;
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
    });
  }
}
