import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Ways to be paid that are no brand's, by the English name that an operator gives them. */
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

/** It is the name of a brand, which is the same in every language. */
export const isBrand = (name: string): boolean => textOf(name) === undefined;

/** A method's name as people read it: brands as the operator writes them, all else in the language. */
export function methodNameIn(i18n: I18n, name: string): string {
  const text = textOf(name);
  return text ? i18n._(text) : name;
}
