import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** Signal of the latest dialog. */
let latest: AbortSignal;
/** Pending check whether the browser supports passkeys in a field's autofill; the autofill dialog opens after it. */
let pendingSupportCheck: Promise<unknown> | null = null;

/** Opens the browser's dialog; the abort of `signal` closes it. */
async function openPasskeyDialog<Result>(
  signal: AbortSignal,
  ask: () => Promise<Result>,
): Promise<string> {
  latest = signal;
  const end = async () => {
    WebAuthnAbortService.cancelCeremony();
    await pendingSupportCheck;
    if (latest === signal) WebAuthnAbortService.cancelCeremony();
  };
  signal.addEventListener('abort', end);
  try {
    // the autofill dialog, which opens after the check, would replace this dialog
    if (pendingSupportCheck) await pendingSupportCheck;
    signal.throwIfAborted();
    return JSON.stringify(await ask());
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/**
 * Makes a passkey in the browser. @param options of the server, as JSON
 * @returns the browser's answer, as JSON
 * @throws when the user declines, or the device has a passkey already
 */
export const makePasskey = (options: string, signal: AbortSignal): Promise<string> =>
  openPasskeyDialog(signal, () => startRegistration({ optionsJSON: JSON.parse(options) }));

/** Asks the user to choose a passkey and signs with it. @throws when the user declines */
export const choosePasskey = (options: string, signal: AbortSignal): Promise<string> =>
  openPasskeyDialog(signal, () => startAuthentication({ optionsJSON: JSON.parse(options) }));

/**
 * Signs with the passkey that the user picks from a field's autofill.
 * @throws where the browser offers none
 */
export const fillInPasskey = (options: string, signal: AbortSignal): Promise<string> =>
  openPasskeyDialog(signal, () => {
    const filled = startAuthentication({
      optionsJSON: JSON.parse(options),
      useBrowserAutofill: true,
    });
    // the library makes the same check first, so this answer comes after the library's
    const answered = browserSupportsWebAuthnAutofill()
      .catch(() => false)
      .finally(() => {
        if (pendingSupportCheck === answered) pendingSupportCheck = null;
      });
    pendingSupportCheck = answered;
    return filled;
  });
