/**
 * The contract between machines and views, one closed list for the product.
 *
 * - `busy`: waiting for something that is not a person; always ends by itself
 * - `actionable`: a person can go on from here
 * - `blocked`: something outside has to change first
 * - `settled`: over, with a result
 * - `celebrating`: a reward that the server gave is being shown
 */
export type Tag = 'busy' | 'actionable' | 'blocked' | 'settled' | 'celebrating';
