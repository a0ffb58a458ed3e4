import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** Of the dialog that was asked for last. */
let latest: AbortSignal;
/** A dialog that fills in a field opens only when the browser has answered that it can. */
let opening: Promise<unknown> | null = null;

/** The browser's dialog goes with whatever has asked for it. */
async function endedBy<Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<string> {
  latest = signal;
  const end = async () => {
    WebAuthnAbortService.cancelCeremony();
    await opening;
    if (latest === signal) WebAuthnAbortService.cancelCeremony();
  };
  signal.addEventListener('abort', end);
  try {
    // it would open in place of this one
    if (opening) await opening;
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
  endedBy(signal, () => {
    const filled = startAuthentication({
      optionsJSON: JSON.parse(options),
      useBrowserAutofill: true,
    });
    // asked after the dialog's own question, and answered after it
    const answered = browserSupportsWebAuthnAutofill()
      .catch(() => false)
      .finally(() => {
        if (opening === answered) opening = null;
      });
    opening = answered;
    return filled;
  });
