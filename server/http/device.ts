import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '../../contract/envelope.ts';

/** Cookie of log-ins: it identifies a known device, and grants no access. */
const COOKIE = 'clipurse_device';
const COOKIE_PATH = `${BASE_PATH}/api/user/checkIn`;
const DEVICE_BYTES = 32;
const DEVICE = new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9_-]{43})(?:;|$)`);
const LIFETIME_SECONDS = 400 * 24 * 60 * 60;

/** The device's name in the request's cookie, or a new name. */
export function deviceOf({ headers }: FastifyRequest): string {
  return DEVICE.exec(headers.cookie ?? '')?.[1] ?? randomBytes(DEVICE_BYTES).toString('base64url');
}

/** Stores the device's name in its cookie. */
export function setDeviceCookie(reply: FastifyReply, device: string, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${COOKIE}=${device}; Path=${COOKIE_PATH}; Max-Age=${LIFETIME_SECONDS}; HttpOnly; ` +
      `SameSite=Strict${secure}`,
  );
}
