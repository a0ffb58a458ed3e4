/**
 * Tags of states: names by which a state can be queried, one closed list for the product.
 *
 * - `busy`: waiting for something other than a person; always ends by itself
 * - `settled`: over, with a result
 * - `celebrating`: a reward of the server is being shown
 */
export type Tag = 'busy' | 'settled' | 'celebrating';
