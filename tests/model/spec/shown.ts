// tests that show rows of several areas
export const failures = {
  file: 'tests/browser/member-states.test.ts',
  title: 'a part that cannot be loaded is named, with the reason and its Retry',
};
export const forms = {
  file: 'tests/browser/member-states.test.ts',
  title:
    'the withdrawal screen is accessible with missing fields, a wrong amount and a failed confirmation',
};
export const main = {
  file: 'tests/browser/journey.test.ts',
  title: 'a visitor registers, watches, is paid, withdraws and is paid out',
};
export const landed = {
  file: 'tests/browser/landing.test.ts',
  title: 'a visitor registers from an invitation and gets both rewards',
};
export const limit = {
  file: 'tests/browser/share.test.ts',
  title: 'the daily limit opens the share dialog, and a share brings extra views',
};
export const proven = {
  file: 'tests/browser/proving.test.ts',
  title: 'by keyboard alone: another account is saved after proof by password or passkey',
};
export const OUR_FAULT = 'Something went wrong on our side. Please try again.';
