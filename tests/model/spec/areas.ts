import { frame, mine, tasks } from './doing.rows.ts';
import { arriving, entering } from './entering.rows.ts';
import type { Area } from './row.ts';
import { sharing } from './sharing.rows.ts';
import { watching } from './watching.rows.ts';
import { payee, withdrawing } from './withdrawing.rows.ts';

/** Every state and every toast of the specification, in its order of screens. */
export const areas: readonly Area[] = [
  watching,
  sharing,
  tasks,
  withdrawing,
  payee,
  mine,
  entering,
  arriving,
  frame,
];
