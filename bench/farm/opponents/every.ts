import type { Opponent } from '../opponent.ts';
import { careful } from './careful.ts';
import { crew } from './crew.ts';
import { drain } from './drain.ts';
import { family } from './family.ts';
import { fetcher } from './fetcher.ts';
import { late } from './late.ts';
import { naive } from './naive.ts';
import { patient } from './patient.ts';
import { player } from './player.ts';
import { promoter } from './promoter.ts';
import { ring } from './ring.ts';
import { solo } from './solo.ts';
import { traveller } from './traveller.ts';
import { village } from './village.ts';

/** All opponents of `npm run bench farm`. */
export const every: readonly Opponent[] = [
  ...[naive, careful, solo, late, patient, ring, crew, fetcher, player, drain],
  ...[village, family, promoter, traveller],
];
