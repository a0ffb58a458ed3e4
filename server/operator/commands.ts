import { adCommands } from './ads.commands.ts';
import { auditCommands } from './audit.commands.ts';
import { backup, pruneCommand, restore, restored } from './backup.commands.ts';
import type { Command, StandaloneCommand } from './command.ts';
import { configCommands } from './config.commands.ts';
import { correctionCommands } from './correction.commands.ts';
import { migrateDatabase } from './database.commands.ts';
import { distributeDatabase } from './distribute.command.ts';
import { doctor } from './doctor.command.ts';
import { eraseCommand } from './erase.command.ts';
import { exportCommand } from './export.command.ts';
import { familyCommands } from './family.commands.ts';
import { fundingCommands } from './funding.commands.ts';
import { keyCommands } from './keys.commands.ts';
import { ledgerCommands } from './ledger.commands.ts';
import { cleanCommand } from './media-clean.command.ts';
import { mediaLogCommands } from './media-log/media-log.commands.ts';
import { uploadCommand } from './media-upload.command.ts';
import { methodCommands } from './methods.commands.ts';
import { moneyCommands } from './money.commands.ts';
import { move } from './move.command.ts';
import { objectionCommands } from './objections.commands.ts';
import { outboxCommands } from './outbox.commands.ts';
import { pageCommands } from './pages.commands.ts';
import { payoutCommands } from './payouts.commands.ts';
import { peopleCommands } from './people.commands.ts';
import { reportCommands } from './reports.commands.ts';
import { resetCommands } from './reset.commands.ts';
import { reviewCommands } from './review.commands.ts';
import { supportCommands } from './support.commands.ts';
import { userCommands } from './users.commands.ts';
import { videoFigureCommands } from './video-figures.commands.ts';
import { videoCommands } from './videos.commands.ts';
import { withdrawalCommands } from './withdrawals.commands.ts';

/** Every command that works on the server's database, in the order of the help. */
export const commands: readonly Command[] = [
  ...configCommands,
  ...pageCommands,
  ...withdrawalCommands,
  ...payoutCommands,
  ...reviewCommands,
  ...videoCommands,
  ...videoFigureCommands,
  ...adCommands,
  ...mediaLogCommands,
  uploadCommand,
  cleanCommand,
  ...reportCommands,
  ...objectionCommands,
  ...userCommands,
  ...resetCommands,
  ...peopleCommands,
  ...supportCommands,
  exportCommand,
  eraseCommand,
  ...keyCommands,
  ...ledgerCommands,
  ...correctionCommands,
  ...moneyCommands,
  ...fundingCommands,
  ...outboxCommands,
  ...auditCommands,
  ...methodCommands,
  ...familyCommands,
  backup,
  restored,
  distributeDatabase,
];

/** Commands that get no open database: they need none, or open databases themselves. */
export const standaloneCommands: readonly StandaloneCommand[] = [
  restore,
  pruneCommand,
  migrateDatabase,
  move,
  doctor,
];
