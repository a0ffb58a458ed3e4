import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** Of the dialog that was asked for last. */
let latest: AbortSignal;

/** The browser's dialog goes with whatever has asked for it. */
async function endedBy<Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<string> {
  latest = signal;
  const end = async () => {
    WebAuthnAbortService.cancelCeremony();
    // a dialog that fills in a field opens only when the browser has answered this
    await browserSupportsWebAuthnAutofill();
    if (latest === signal) WebAuthnAbortService.cancelCeremony();
  };
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    return JSON.stringify(await ask());
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/**
 * Has the browser make a passkey. @param options of the server, as JSON
 * @returns what it has made, as JSON
 * @throws where its person does not want to, or the device has one already
 */
export const makePasskey = (options: string, signal: AbortSignal): Promise<string> =>
  endedBy(signal, () => startRegistration({ optionsJSON: JSON.parse(options) }));

/** Has the browser's dialog choose a passkey, and sign. @throws where its person does not want to */
export const choosePasskey = (options: string, signal: AbortSignal): Promise<string> =>
  endedBy(signal, () => startAuthentication({ optionsJSON: JSON.parse(options) }));

/**
 * The same among what the browser offers to fill a field with that says so.
 * @throws where it offers none
 */
export const fillInPasskey = (options: string, signal: AbortSignal): Promise<string> =>
  endedBy(signal, () =>
    startAuthentication({ optionsJSON: JSON.parse(options), useBrowserAutofill: true }),
  );
