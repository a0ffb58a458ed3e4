/** The pages that an operator may publish, in the order in which they are named. */
export const operatorPages = ['terms', 'privacy', 'imprint', 'support'] as const;
export type OperatorPage = (typeof operatorPages)[number];

/** Those that people agree to when they register; once they have changed, terms are agreed to again, privacy is told. */
export const agreedPages = ['terms', 'privacy'] as const satisfies readonly OperatorPage[];
export type AgreedPage = (typeof agreedPages)[number];

/** Where a page is read. A path with a dot is none of the app's own, whatever service worker answers. */
export const addressOfPage = (page: OperatorPage) => `/${page}.html`;
