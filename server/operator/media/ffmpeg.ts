import { type ExecException, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { OperatorError } from '../command.ts';
import type { Container } from './container.ts';

const execute = promisify(execFile);
const TIMEOUT_MS = 60_000;
/** The longest work: AV1 of a clip of five minutes, on a slow machine. */
const SLOW_TIMEOUT_MS = 30 * 60_000;

/** A picture's reader, by ffmpeg's name. */
export type PictureFormat = 'jpeg_pipe' | 'png_pipe' | 'webp_pipe';

/** What the tools of one command work with. */
export interface Workshop {
  /** absolute, a folder of its own: whatever a tool writes by a relative name stays in it */
  readonly folder: string;
  /** the longest that ffmpeg may work at once, in ms; not given: half an hour */
  readonly limitMs?: number | undefined;
  /** ends a tool at once, so that it writes nothing more */
  readonly signal?: AbortSignal | undefined;
  /** hears what is done, and how much of it, from 0 to 1 */
  readonly report?: ((step: string, share: number) => void) | undefined;
}

/** A part of the work, for those who wait. */
export interface Step {
  readonly name: string;
  readonly durationMs: number;
}

/**
 * 8 GB of memory, 200 MB for a written file, no core dump. macOS has no limit of memory: there it
 * stays without one. The tool takes the shell's place, so that a signal reaches it.
 */
const LIMITED =
  'ulimit -c 0; ulimit -v 8388608 2>/dev/null || :; ulimit -f 409600 2>/dev/null || :; exec "$0" "$@"';
/** Bytes of a single allocation. */
const MAX_ALLOCATION = ['-max_alloc', `${1024 ** 3}`];

/**
 * Reads this very file, as this very format: a text that names other files or addresses, such as a
 * playlist, is no film then, and no reference in a film is followed.
 */
export const input = (path: string, container: Container | PictureFormat): string[] => [
  ...['-protocol_whitelist', 'file', '-format_whitelist', container, '-f', container],
  ...['-i', `file:${path}`],
];

function run(
  tool: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  shop?: Workshop,
  timeout = TIMEOUT_MS,
) {
  return execute('/bin/sh', ['-c', LIMITED, tool, ...args], {
    ...{ timeout, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 },
    ...{ signal: shop?.signal, cwd: shop?.folder },
  });
}

/**
 * To be called with a tool's failure before the file is called damaged: a command that was broken off
 * and a tool that was ended by its time limit do not tell that it is.
 * @param name of the file, for the operator
 * @throws the signal's reason, or OperatorError
 */
export function throwUnlessDamaged(failure: unknown, { signal }: Workshop, name: string): void {
  signal?.throwIfAborted();
  const { killed, cmd } = failure as Partial<ExecException>;
  if (killed && cmd) throw new OperatorError(`${name} took ffmpeg too long: it was ended`);
}

/** @param step says how far it is, by the time that is written */
export async function ffmpeg(args: readonly string[], shop: Workshop, step?: Step): Promise<void> {
  const begin = ['-v', 'error', '-nostdin', '-y', ...MAX_ALLOCATION];
  const progress = step && shop.report ? ['-progress', 'pipe:1', '-nostats'] : [];
  const limit = shop.limitMs ?? SLOW_TIMEOUT_MS;
  const running = run('ffmpeg', [...begin, ...progress, ...args], shop, limit);
  running.child.stdout?.on('data', (text) => {
    const microseconds = /out_time_us=(\d+)/.exec(String(text))?.[1];
    if (!step || microseconds === undefined) return;
    shop.report?.(step.name, Math.min(Number(microseconds) / 1000 / step.durationMs, 1));
  });
  await running;
}

/** What ffprobe tells of a film, as JSON. */
export async function ffprobe(args: readonly string[], shop: Workshop): Promise<unknown> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', ...args], shop);
  return JSON.parse(stdout);
}

/** Whether ffmpeg is installed. */
export async function hasFfmpeg(): Promise<boolean> {
  try {
    await run('ffmpeg', ['-version']);
    return true;
  } catch {
    return false;
  }
}

/** @throws OperatorError where a command that is nothing without ffmpeg has none */
export async function expectFfmpeg(): Promise<void> {
  if (!(await hasFfmpeg())) throw new OperatorError('ffmpeg is missing: install it first');
}

/** The words of a list of what the ffmpeg here has; none where there is no ffmpeg. */
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

/** The encoders that the ffmpeg here has; null: there is no ffmpeg. */
export async function findEncoders(): Promise<ReadonlySet<Encoder> | null> {
  const words = await listed('encoders');
  return words && new Set(ENCODERS.filter((name) => words.has(name)));
}

/** Whether the ffmpeg here can turn HDR into ordinary colours. */
export async function canToneMap(): Promise<boolean> {
  const words = await listed('filters');
  return ['zscale', 'tonemap'].every((name) => words?.has(name));
}
