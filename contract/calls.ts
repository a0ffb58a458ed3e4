/**
 * Every call of the wire, by name: the table for the server's routes, the API's documentation and the contract test.
 * The app imports single calls from the files below, so a screen loads no schema that it does not use.
 */

export * from './ad.calls.ts';
export * from './agreement.calls.ts';
export * from './cancel.calls.ts';
export * from './claim.calls.ts';
export * from './clip.calls.ts';
export * from './config.calls.ts';
export * from './deletion.calls.ts';
export * from './device.calls.ts';
export * from './email.calls.ts';
export * from './entering.calls.ts';
export * from './forgot.calls.ts';
export * from './history.calls.ts';
export * from './invite.calls.ts';
export * from './my-data.calls.ts';
export * from './objection.calls.ts';
export * from './passkey.calls.ts';
export * from './passkey-login.calls.ts';
export * from './password.calls.ts';
export * from './progress.calls.ts';
export * from './proof.calls.ts';
export * from './recover.calls.ts';
export * from './recovery.calls.ts';
export * from './report.calls.ts';
export * from './reset.calls.ts';
export * from './send-claims.calls.ts';
export * from './session.calls.ts';
export * from './share.calls.ts';
export * from './statement.calls.ts';
export * from './task.calls.ts';
export * from './user.calls.ts';
export * from './withdraw.calls.ts';
