import { count } from './settings.kinds.ts';

/** Settings of the proof of work that a registration may need. */
export const registerSettings = {
  'register.proof_after': count(
    5,
    1_000_000,
    'registrations of one block of addresses (IPv4 /24, IPv6 /48) in an hour, as many as a family needs; for each further registration the browser does a proof of work; 0: never',
  ),
  'register.proof_tries': count(
    12,
    1_000,
    'highest number of tries that a proof of work takes, half of them on average; each try is one pass of argon2id over 4 MiB',
    1,
  ),
};
