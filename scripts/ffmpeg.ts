import { spawnSync } from 'node:child_process';
import { canInstall, install } from './chromium.ts';

const isHere = () =>
  ['ffmpeg', 'ffprobe'].every((tool) => spawnSync(tool, ['-version']).status === 0);

/** Finds ffmpeg for the tests of films, or installs it as root on Debian, and prints the result. */
export function provideFfmpeg(): void {
  if (!isHere() && canInstall()) {
    console.log('No ffmpeg is installed: installing the Debian package.');
    try {
      install(['ffmpeg']);
    } catch (error) {
      console.log(`It could not be installed: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (!isHere()) console.log('Without ffmpeg the tests that make or convert a film are SKIPPED.');
}
