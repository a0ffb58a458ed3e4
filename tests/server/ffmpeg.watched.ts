import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withPath } from './ffmpeg.fake.ts';

/** How a tool was started. */
interface Start {
  readonly tool: string;
  /** the largest file in blocks of 512 bytes, memory in KiB, core dump */
  readonly limits: string;
  readonly folder: string;
  readonly words: string;
}

/**
 * Runs `act` with the real ffmpeg and ffprobe, and records each start of a tool.
 * @param lacks a pattern for grep: filters or encoders to leave out of ffmpeg’s lists
 */
export async function withWatchedFfmpeg<Result>(
  act: () => Promise<Result>,
  lacks = 'nothing',
): Promise<{ result: Result; starts: Start[] }> {
  const tools = await mkdtemp(join(tmpdir(), 'clipurse-watched-'));
  const log = join(tools, 'log');
  await writeFile(log, '');
  for (const tool of ['ffmpeg', 'ffprobe']) {
    const script = `#!/bin/sh
PATH='${process.env.PATH}'
echo "${tool} $(ulimit -f),$(ulimit -v),$(ulimit -c) $PWD $*" >> "${log}"
case "$*" in *-filters | *-encoders) exec ${tool} "$@" | grep -v -w ${lacks} ;; *) exec ${tool} "$@" ;; esac
`;
    await writeFile(join(tools, tool), script);
    await chmod(join(tools, tool), 0o755);
  }
  try {
    const result = await withPath(tools, act);
    const lines = (await readFile(log, 'utf8')).split('\n').filter(Boolean);
    const starts = lines.map((line) => {
      const [tool = '', limits = '', folder = '', ...words] = line.split(' ');
      return { tool, limits, folder, words: words.join(' ') };
    });
    return { result, starts };
  } finally {
    await rm(tools, { recursive: true });
  }
}
