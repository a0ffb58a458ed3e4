import { ads } from './ads.rows.ts';
import { agreeing } from './agreeing.rows.ts';
import { app } from './app.rows.ts';
import { arriving } from './arriving.rows.ts';
import { calls, figures } from './calls.rows.ts';
import { captions } from './captions.rows.ts';
import { changing } from './changing.rows.ts';
import { dailyShare } from './daily-share.rows.ts';
import { debug } from './debug.rows.ts';
import { deletion } from './deletion.rows.ts';
import { device } from './device.rows.ts';
import { emailing } from './emailing.rows.ts';
import { entering } from './entering.rows.ts';
import { forgetting } from './forgetting.rows.ts';
import { frame } from './frame.rows.ts';
import { mine } from './mine.rows.ts';
import { myData } from './my-data.rows.ts';
import { objecting } from './objecting.rows.ts';
import { openSessions } from './open-sessions.rows.ts';
import { passkeys } from './passkeys.rows.ts';
import { payee } from './payee.rows.ts';
import { proving } from './proving.rows.ts';
import { push } from './push.rows.ts';
import { recovering } from './recovering.rows.ts';
import { reporting } from './reporting.rows.ts';
import { resetting } from './resetting.rows.ts';
import { routes } from './routes.rows.ts';
import type { Area } from './row.ts';
import { sharing } from './sharing.rows.ts';
import { statement } from './statement.rows.ts';
import { tasks } from './tasks.rows.ts';
import { waiting } from './waiting.rows.ts';
import { watching } from './watching.rows.ts';
import { withdrawing } from './withdrawing.rows.ts';

/** Every state and every toast of the specification, in its order of screens. */
export const areas: readonly Area[] = [
  watching,
  waiting,
  captions,
  ads,
  sharing,
  dailyShare,
  tasks,
  push,
  device,
  withdrawing,
  payee,
  mine,
  entering,
  proving,
  forgetting,
  recovering,
  passkeys,
  resetting,
  emailing,
  changing,
  reporting,
  objecting,
  agreeing,
  openSessions,
  myData,
  statement,
  deletion,
  arriving,
  frame,
  app,
  routes,
  calls,
  figures,
  debug,
];
