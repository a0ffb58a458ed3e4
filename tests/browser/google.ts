import type { BrowserContext } from 'playwright-core';

/** A fake Google: records the app's requests and decides FCM's answer. */
export interface Google {
  /** all requests in order */
  readonly asked: { method: string; path: string }[];
  /** the next token that FCM issues; null: FCM issues none */
  token: string | null;
}

const json = (body: object) => ({
  contentType: 'application/json',
  headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
  body: JSON.stringify(body),
});

/**
 * Replaces Firebase's two services on one phone. All other requests, except those to the app's own
 * server, are aborted.
 */
export async function mockGoogle(context: BrowserContext, own: string): Promise<Google> {
  const google: Google = { asked: [], token: 'device-1' };
  await context.route(
    (url) => url.origin !== own,
    (route) => {
      const url = new URL(route.request().url());
      google.asked.push({ method: route.request().method(), path: url.host + url.pathname });
      if (url.host === 'firebaseinstallations.googleapis.com') {
        const authToken = { token: 'header.payload.signature', expiresIn: '604800s' };
        const fid = 'cdefghijklmnopqrstuvwx';
        return route.fulfill(json({ fid, refreshToken: 'refresh', authToken }));
      }
      if (url.host !== 'fcmregistrations.googleapis.com') return route.abort();
      const { token } = google;
      return route.fulfill(json(token ? { token } : { error: { message: 'no longer' } }));
    },
  );
  return google;
}
