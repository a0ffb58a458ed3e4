import { type ExecException, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { OperatorError } from '../command.ts';
import type { Container } from './container.ts';

const execute = promisify(execFile);
const TIMEOUT_MS = 60_000;
/** Timeout of the longest work: AV1 of a clip of five minutes, on a slow machine. */
const SLOW_TIMEOUT_MS = 30 * 60_000;

/** ffmpeg's name of a picture's demuxer. */
export type PictureFormat = 'jpeg_pipe' | 'png_pipe' | 'webp_pipe';

/** Working folder, limits and progress of one command's tools. */
export interface Workspace {
  /** absolute path of a folder of its own: relative output files of a tool stay in it */
  readonly folder: string;
  /** timeout of one ffmpeg run, in ms; not given: half an hour */
  readonly limitMs?: number | undefined;
  /** kills a tool at once, so that it writes nothing more */
  readonly signal?: AbortSignal | undefined;
  /** receives the current step, and its share from 0 to 1 */
  readonly report?: ((step: string, share: number) => void) | undefined;
}

/** A step of the work, for the progress report. */
export interface Step {
  readonly name: string;
  readonly durationMs: number;
}

/**
 * Limits: 8 GB of memory, 200 MB for a written file, no core dump. macOS has no memory limit, and
 * works without one. The tool replaces the shell, so that signals reach it.
 */
const LIMITED =
  'ulimit -c 0; ulimit -v 8388608 2>/dev/null || :; ulimit -f 409600 2>/dev/null || :; exec "$0" "$@"';
/** Bytes of a single allocation. */
const MAX_ALLOCATION = ['-max_alloc', `${1024 ** 3}`];

/**
 * Reads only this file, in only this format: a text that names other files or URLs, such as a
 * playlist, is then no film, and references in a film are not followed.
 */
export const input = (path: string, container: Container | PictureFormat): string[] => [
  ...['-protocol_whitelist', 'file', '-format_whitelist', container, '-f', container],
  ...['-i', `file:${path}`],
];

function run(
  tool: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  workspace?: Workspace,
  timeout = TIMEOUT_MS,
) {
  return execute('/bin/sh', ['-c', LIMITED, tool, ...args], {
    ...{ timeout, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 },
    ...{ signal: workspace?.signal, cwd: workspace?.folder },
  });
}

/**
 * Rethrows failures that do not prove damage: an aborted command, or a tool that was killed by its
 * timeout. Call it before you report that a file is damaged.
 * @param name of the file, for the operator
 * @throws the signal's reason, or OperatorError
 */
export function throwUnlessDamaged(failure: unknown, { signal }: Workspace, name: string): void {
  signal?.throwIfAborted();
  const { killed, cmd } = failure as Partial<ExecException>;
  if (killed && cmd) throw new OperatorError(`ffmpeg took too long for ${name} and was ended`);
}

/** Runs ffmpeg. @param step names the work in progress reports; its share is computed from the written time */
export async function ffmpeg(
  args: readonly string[],
  workspace: Workspace,
  step?: Step,
): Promise<void> {
  const begin = ['-v', 'error', '-nostdin', '-y', ...MAX_ALLOCATION];
  const progress = step && workspace.report ? ['-progress', 'pipe:1', '-nostats'] : [];
  const limit = workspace.limitMs ?? SLOW_TIMEOUT_MS;
  const running = run('ffmpeg', [...begin, ...progress, ...args], workspace, limit);
  running.child.stdout?.on('data', (text) => {
    const microseconds = /out_time_us=(\d+)/.exec(String(text))?.[1];
    if (!step || microseconds === undefined) return;
    workspace.report?.(step.name, Math.min(Number(microseconds) / 1000 / step.durationMs, 1));
  });
  await running;
}

/** Returns ffprobe's JSON on a film. */
export async function ffprobe(args: readonly string[], workspace: Workspace): Promise<unknown> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', ...args], workspace);
  return JSON.parse(stdout);
}

export async function hasFfmpeg(): Promise<boolean> {
  try {
    await run('ffmpeg', ['-version']);
    return true;
  } catch {
    return false;
  }
}

/** @throws OperatorError when ffmpeg is missing */
export async function expectFfmpeg(): Promise<void> {
  if (!(await hasFfmpeg())) throw new OperatorError('ffmpeg is missing: install it first');
}

/** Words of ffmpeg's list of encoders or filters; null: there is no ffmpeg. */
async function listed(what: 'encoders' | 'filters'): Promise<ReadonlySet<string> | null> {
  try {
    const { stdout } = await run('ffmpeg', ['-v', 'error', `-${what}`]);
    return new Set(stdout.split(/\s+/));
  } catch {
    return null;
  }
}

const ENCODERS = ['libx264', 'libsvtav1', 'libaom-av1'] as const;
export type Encoder = (typeof ENCODERS)[number];

/** Encoders of the installed ffmpeg; null: there is no ffmpeg. */
export async function findEncoders(): Promise<ReadonlySet<Encoder> | null> {
  const words = await listed('encoders');
  return words && new Set(ENCODERS.filter((name) => words.has(name)));
}

/** Whether the installed ffmpeg can convert HDR to ordinary colours. */
export async function canToneMap(): Promise<boolean> {
  const words = await listed('filters');
  return ['zscale', 'tonemap'].every((name) => words?.has(name));
}
