import { createECDH } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { findSecret } from './secrets.ts';

/** The keys by which push services identify this server (RFC 8292), base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const CURVE = 'prime256v1';
const PRIVATE_KEY_BYTES = 32;

function makePrivateKey(): Buffer {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // a small number is returned without its leading zeros
  const key = Buffer.alloc(PRIVATE_KEY_BYTES);
  const made = pair.getPrivateKey();
  made.copy(key, PRIVATE_KEY_BYTES - made.length);
  return key;
}

/** Makes the keys at the first start and stores them: every subscription is bound to them. */
export async function findVapidKeys(db: Database): Promise<VapidKeys> {
  const privateKey = await findSecret(db, 'vapid', makePrivateKey);
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/**
 * The contact that push services find in each message: the support contact where it is a mail or https address, else
 * the site itself.
 * @param publicUrl without a slash at the end
 */
export function vapidSubject(supportContact: string, publicUrl: string): string {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(supportContact)) return `mailto:${supportContact}`;
  if (/^(https|mailto):$/.test(URL.parse(supportContact)?.protocol ?? '')) return supportContact;
  if (publicUrl.startsWith('https:')) return publicUrl;
  // http: a server on a developer's own machine
  return `mailto:webmaster@${new URL(publicUrl).hostname}`;
}
