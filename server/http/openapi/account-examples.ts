import type { Call, InputOf, OutputOf } from '../../../contract/call.ts';
import type * as calls from '../../../contract/calls.ts';
import { exampleFile, exampleSession, exampleStatement, exampleUser } from './example-shapes.ts';

type Calls = typeof calls;
export type Examples = {
  readonly [Name in keyof Calls]: Calls[Name] extends Call
    ? { readonly takes: InputOf<Calls[Name]>; readonly gives: OutputOf<Calls[Name]> }
    : never;
};

const recoveryInput = { username: 'amira.k', code: '7K2M-9QXV-0RTB-4HWZ-M3XA-11PD-S0GE' };
const examplePasskey = 'c0b1f7de92a84c5f8d3f6b5e0a1c2d34';
const linkInput = { code: '3f9a64d1c07be2a85d4d10f7b8c92e6643aa51d0' };

type AccountCall =
  | 'logout'
  | 'forgotPassword'
  | 'makeRecoveryCodes'
  | 'recoverAccount'
  | 'resetPassword'
  | 'passkeys'
  | 'passkeyOptions'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'passkeyLoginOptions'
  | 'logInByPasskey'
  | 'proofOptions'
  | 'proveByPasskey'
  | 'proveByPassword'
  | 'changePassword'
  | 'changeEmail'
  | 'agree'
  | 'myEmail'
  | 'sendConfirmLink'
  | 'confirmEmail'
  | 'undoEmail'
  | 'sessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'deletion'
  | 'deleteAccount'
  | 'statement'
  | 'myData';

/** Examples of the calls of a person's account. */
export const accountExamples: Pick<Examples, AccountCall> = {
  logout: { takes: {}, gives: {} },
  forgotPassword: { takes: { email: 'amira@example.com' }, gives: {} },
  makeRecoveryCodes: {
    takes: { password: 'seven green lanterns' },
    gives: { codes: [recoveryInput.code] },
  },
  recoverAccount: {
    takes: { ...recoveryInput, password: 'eleven paper boats' },
    gives: {},
  },
  resetPassword: { takes: { ...linkInput, password: 'seven green lanterns' }, gives: {} },
  passkeys: {
    takes: {},
    gives: {
      list: [
        {
          passkey: examplePasskey,
          name: 'Chrome, Android',
          created_at: '2026-03-02T17:00:00.000Z',
          used_at: null,
        },
      ],
    },
  },
  passkeyOptions: {
    takes: { password: 'seven green lanterns' },
    gives: { options: '{"challenge":"zLp…","rp":{"id":"clipurse.example","name":"Clipurse"},…}' },
  },
  addPasskey: {
    takes: { response: '{"id":"q83v…","type":"public-key","response":{…},…}' },
    gives: { passkey: examplePasskey },
  },
  renamePasskey: { takes: { passkey: examplePasskey, name: 'My phone' }, gives: {} },
  removePasskey: { takes: { passkey: examplePasskey }, gives: {} },
  passkeyLoginOptions: {
    takes: {},
    gives: { options: '{"challenge":"b2T…","rpId":"clipurse.example",…}' },
  },
  logInByPasskey: {
    takes: { response: '{"id":"q83v…","type":"public-key","response":{…},…}', keep: true },
    gives: { userInfo: exampleUser },
  },
  proofOptions: {
    takes: {},
    gives: { options: '{"challenge":"k9W…","rpId":"clipurse.example","allowCredentials":[…],…}' },
  },
  proveByPasskey: {
    takes: { response: '{"id":"q83v…","type":"public-key","response":{…},…}' },
    gives: {},
  },
  proveByPassword: { takes: { password: 'seven green lanterns' }, gives: {} },
  changePassword: {
    takes: { new_password: 'eleven paper boats' },
    gives: {},
  },
  changeEmail: {
    takes: { email: 'amira@example.org' },
    gives: {},
  },
  agree: { takes: { agreed: 'terms:3,privacy:2' }, gives: {} },
  myEmail: { takes: {}, gives: { email: 'amira@example.com', confirmed: true } },
  sendConfirmLink: { takes: {}, gives: { email: 'amira@example.com', confirmed: false } },
  confirmEmail: { takes: linkInput, gives: { changed: true } },
  undoEmail: { takes: linkInput, gives: { code: '9c1b4de07f5a2386d0e41b7a58c36f92ab04d71e' } },
  sessions: { takes: {}, gives: { list: [exampleSession] } },
  endSession: { takes: { session: exampleSession.session }, gives: {} },
  endOtherSessions: { takes: {}, gives: {} },
  deletion: {
    takes: {},
    gives: { balance: '3.4500', coming: '0.5000', friends: 4, held: null },
  },
  deleteAccount: { takes: {}, gives: {} },
  statement: { takes: { year: 2026 }, gives: exampleStatement },
  myData: { takes: { format: 'csv' }, gives: exampleFile },
};
