import { afterEach, expect, test, vi } from 'vitest';
import { choosePasskey, fillInPasskey } from '../../src/ports/passkeys.ts';

const OPTIONS = JSON.stringify({ challenge: 'AAAA', allowCredentials: [] });

afterEach(() => vi.unstubAllGlobals());

test('an aborted passkey autofill does not close the dialog that was opened after it', async () => {
  const answers: (() => void)[] = [];
  const dialogs: CredentialRequestOptions[] = [];
  const isConditionalMediationAvailable = () =>
    new Promise((resolve) => answers.push(() => resolve(true)));
  const supported = Object.assign(() => {}, { isConditionalMediationAvailable });
  vi.stubGlobal('PublicKeyCredential', supported);
  const get = ({ signal, mediation }: CredentialRequestOptions) => {
    dialogs.push({ ...(signal && { signal }), ...(mediation && { mediation }) });
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  };
  vi.stubGlobal('navigator', { credentials: { get } });
  vi.stubGlobal('document', { querySelectorAll: () => [{}] });
  const [offered, chosen] = [new AbortController(), new AbortController()];
  const filling = fillInPasskey(OPTIONS, offered.signal).catch(() => 'put away');
  offered.abort();
  const choosing = choosePasskey(OPTIONS, chosen.signal).catch(() => 'put away');
  for (const answer of answers) answer();
  expect(await filling).toBe('put away');
  await expect.poll(() => dialogs.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve));
  const open = dialogs.filter(({ signal }) => signal?.aborted === false);
  expect(open.map(({ mediation }) => mediation)).toEqual([undefined]);
  chosen.abort();
  expect(await choosing).toBe('put away');
  expect(dialogs.filter(({ signal }) => signal?.aborted === false)).toEqual([]);
});
