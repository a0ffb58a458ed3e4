/**
 * What of a state is asked for by a name that several states share, one closed list for the product.
 *
 * - `busy`: waiting for something that is not a person; always ends by itself
 * - `settled`: over, with a result
 * - `celebrating`: a reward that the server gave is being shown
 */
export type Tag = 'busy' | 'settled' | 'celebrating';
