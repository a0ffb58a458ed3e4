import { provideBrowsers } from './browsers.ts';
import { provideChromium, provideHeadlessShell } from './chromium.ts';
import { providePrograms } from './debian-programs.ts';
import { provideFfmpeg } from './ffmpeg.ts';
import { rejectUnknownArguments } from './usage.ts';

/**
 * `node scripts/provide.ts programs|browsers [--full]`: finds, or installs, the programs or the browsers that the tests
 * need; with `--full` also those of `npm run test:full`. A process of its own, because installers block their process.
 */
rejectUnknownArguments('node scripts/provide.ts programs|browsers [--full]', [
  'programs',
  'browsers',
  '--full',
]);
const isFull = process.argv.includes('--full');
if (process.argv.includes('programs')) {
  provideFfmpeg();
  if (isFull) providePrograms();
}
if (process.argv.includes('browsers')) {
  provideChromium();
  provideHeadlessShell();
  if (isFull) provideBrowsers();
}
