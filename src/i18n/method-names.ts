import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Payout methods that are no brands, by the English name that operators give them. */
const generic: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['bank card', msg({ message: 'Bank card', comment: 'A way to be paid: to a debit card.' })],
  [
    'bank transfer',
    msg({ message: 'Bank transfer', comment: 'A way to be paid: to a bank account.' }),
  ],
  [
    'mobile money',
    msg({
      message: 'Mobile money',
      comment: 'A way to be paid: to an account kept by a mobile phone company.',
    }),
  ],
]);

const textOf = (name: string): MessageDescriptor | undefined => generic.get(name.toLowerCase());

/** Whether the name is a brand's, and so the same in every language. */
export const isBrand = (name: string): boolean => textOf(name) === undefined;

/** A method's name in the reader's language; brands as the operator writes them. */
export function methodNameIn(i18n: I18n, name: string): string {
  const text = textOf(name);
  return text ? i18n._(text) : name;
}
