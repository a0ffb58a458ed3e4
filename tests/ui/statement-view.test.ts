import { createElement } from 'react';
import { expect, test } from 'vitest';
import { Statement } from '../../src/screens/login/statement.tsx';
import { renderText } from './render.tsx';

const AGREED = /By registering you agree to: Terms of use/;
const terms = { page: 'terms', version: 1 };
const support = { page: 'support', version: 1 };

test.each([
  ['the configuration is unknown', null, /^$/],
  ['no statement is required', { minimum_age: 0, pages: [] }, /^$/],
  [
    'only an age is required',
    { minimum_age: 18, pages: [support] },
    /^I am at least 18 years old$/,
  ],
  ['only an agreement is required', { minimum_age: 0, pages: [support, terms] }, AGREED],
])('the form asks for the operator’s required statements: %s', (_, value, words) => {
  const auth = { context: { failure: null } };
  expect(renderText(createElement(Statement), { auth, config: { context: { value } } })).toMatch(
    words,
  );
});
