/** Pages that an operator may publish, in the order of their links. */
export const operatorPages = ['terms', 'privacy', 'imprint', 'support'] as const;
export type OperatorPage = (typeof operatorPages)[number];

/**
 * Pages that people agree to when they register. After a change of the terms, members agree again; after one of the
 * privacy page, they see a notice.
 */
export const agreedPages = ['terms', 'privacy'] as const satisfies readonly OperatorPage[];
export type AgreedPage = (typeof agreedPages)[number];

/** Address of a page. No path with a dot belongs to the app, so every service worker leaves the page to the server. */
export const addressOfPage = (page: OperatorPage) => `/${page}.html`;
