/**
 * Every call of the wire, by name: the table that the server's routes, the API's documentation
 * and the contract test walk. The app imports the calls that it makes one by one, so that a
 * screen loads no schema that it does not use.
 */
export * from './user.calls.ts';
export * from './watch.calls.ts';
export * from './withdraw.calls.ts';
