import { type Encoding, encode, measure, type Original, type Quality } from './encode.ts';
import { type Encoder, findEncoders, type Workspace } from './ffmpeg.ts';
import { inspectFile, type Media } from './inspect.ts';

interface Plan extends Omit<Encoding, 'encoder' | 'crf'> {
  /** the best first; the first installed one is used */
  readonly encoders: readonly Encoder[];
  /** search range, from the best picture to the smallest file */
  readonly crf: readonly [number, number];
}

const H264 = ['libx264'] as const;
const AV1 = ['libsvtav1', 'libaom-av1'] as const;

const plans: readonly Plan[] = [
  { name: '360 H.264', side: 360, encoders: H264, crf: [24, 38], audioKbps: 48 },
  { name: '540 H.264', side: 540, encoders: H264, crf: [24, 38], audioKbps: 64 },
  { name: '540 AV1', side: 540, encoders: AV1, crf: [30, 60], audioKbps: 48 },
];

/** Lowest quality of a copy. */
export const FLOOR: Quality = { fine: 0.9, coarse: 0.985 };
/** Largest share of the original's bytes: a copy that saves less is not worth its storage. */
const MAX_OF_ORIGINAL = 0.8;
const TRIES = 4;
/** In a longer clip, the search uses only its middle, which gives a good first estimate. */
const SEARCHED_SECONDS = 15;
const PART_SECONDS = 8;
/** Decrease of the CRF when the whole clip is harder to encode than its middle. */
const CRF_STEP = 3;

/** A copy that is smaller than its original. */
interface Copy {
  readonly path: string;
  readonly media: Media;
  readonly quality: Quality;
  /** `360 H.264` */
  readonly name: string;
}

interface Making {
  readonly plan: Plan;
  readonly encoder: Encoder;
  readonly newPath: () => Promise<string>;
  readonly workspace: Workspace;
}

export interface Renditions {
  readonly made: readonly Copy[];
  /** why copies are missing; null: all useful ones exist */
  readonly note: string | null;
}

const isGood = ({ fine, coarse }: Quality) => fine >= FLOOR.fine && coarse >= FLOOR.coarse;

/** Makes one copy. @returns the reason when it is unsuitable */
async function attempt(
  { plan, encoder, newPath, workspace }: Making,
  original: Original,
  crf: number,
): Promise<Copy | 'too large' | 'too poor'> {
  const path = await newPath();
  await encode(original, path, { ...plan, encoder, crf }, workspace);
  const media = await inspectFile(path, plan.name, plan.encoders === AV1);
  const { bytes, duration_ms } = original.media;
  const share = original.part ? (original.part.length * 1000) / duration_ms : 1;
  if (media.bytes >= bytes * share * MAX_OF_ORIGINAL) return 'too large';
  const quality = await measure({ path, media }, original, plan.name, workspace);
  return isGood(quality) ? { path, media, quality, name: plan.name } : 'too poor';
}

/** Searches for the smallest copy of sufficient quality, by bisection. */
async function search(making: Making, original: Original) {
  let found: { crf: number; copy: Copy } | null = null;
  let [low, high] = making.plan.crf;
  for (let tried = 0; tried < TRIES && low <= high; tried += 1) {
    const crf = Math.floor((low + high) / 2);
    const copy = await attempt(making, original, crf);
    if (copy === 'too poor') high = crf - 1;
    else low = crf + 1;
    if (typeof copy === 'object') found = { crf, copy };
  }
  return found;
}

/** @returns null: no copy is both good and small enough */
async function make(making: Making, path: string, media: Media): Promise<Copy | null> {
  const seconds = media.duration_ms / 1000;
  const whole = { path, media, part: null };
  if (seconds <= SEARCHED_SECONDS) return (await search(making, whole))?.copy ?? null;
  const part = { from: (seconds - PART_SECONDS) / 2, length: PART_SECONDS };
  const found = await search(making, { path, media, part });
  for (const crf of found ? [found.crf, found.crf - CRF_STEP] : []) {
    const copy = await attempt(making, whole, crf);
    if (typeof copy === 'object') return copy;
  }
  return null;
}

/**
 * Makes smaller copies of a clip with the installed ffmpeg. A copy has no more pixels than the original,
 * clearly fewer bytes, and no visible blocks.
 * @param newPath returns the path for the next copy
 * @throws the reason of the workspace's signal when it aborts
 */
export async function makeRenditions(
  { path, media }: Pick<Original, 'path' | 'media'>,
  newPath: () => Promise<string>,
  workspace: Workspace,
): Promise<Renditions> {
  const here = await findEncoders();
  if (!here) return { made: [], note: 'no renditions: ffmpeg is not installed' };
  const made: Copy[] = [];
  const failed: string[] = [];
  for (const plan of plans) {
    if (plan.side > Math.min(media.width, media.height)) continue;
    const encoder = plan.encoders.find((name) => here.has(name));
    try {
      if (!encoder) throw new Error('ffmpeg has no encoder for it');
      const copy = await make({ plan, encoder, newPath, workspace }, path, media);
      if (copy) made.push(copy);
    } catch {
      failed.push(plan.name);
    }
    workspace.signal?.throwIfAborted();
  }
  const note = failed.length > 0 ? `this ffmpeg cannot make: ${failed.join(', ')}` : null;
  return { made, note };
}
