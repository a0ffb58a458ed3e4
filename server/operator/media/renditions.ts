import { type Encoder, type Encoding, encode, findEncoders } from './ffmpeg.ts';
import { inspectFile, type Media } from './inspect.ts';

interface Plan {
  readonly name: string;
  /** pixels of the shorter side */
  readonly side: number;
  /** the best first; the first that is there is taken */
  readonly encoders: readonly Encoder[];
  readonly isBaseline: boolean;
  /** of the original's rate, and never more than a clip of this size needs */
  readonly share: number;
  readonly maxKbps: number;
  readonly audioKbps: number;
}

const H264 = ['libx264'] as const;
const AV1 = ['libsvtav1', 'libaom-av1'] as const;

const plans: readonly Plan[] = [
  {
    ...{ name: '360 H.264', side: 360, encoders: H264, isBaseline: true },
    ...{ share: 0.4, maxKbps: 450, audioKbps: 48 },
  },
  {
    ...{ name: '540 H.264', side: 540, encoders: H264, isBaseline: false },
    ...{ share: 0.7, maxKbps: 900, audioKbps: 64 },
  },
  {
    ...{ name: '540 AV1', side: 540, encoders: AV1, isBaseline: false },
    ...{ share: 0.4, maxKbps: 600, audioKbps: 48 },
  },
];

/** Below this nothing is left of a picture. */
const LEAST_KBPS = 80;
/** A copy that saves less is not worth its place. */
const MOST_OF_ORIGINAL = 0.8;

/** A copy that is smaller than its original. */
interface Copy {
  readonly path: string;
  readonly media: Media;
  /** `360 H.264` */
  readonly name: string;
}

export interface Renditions {
  readonly made: readonly Copy[];
  /** why there are none, or fewer; null: all that are of use */
  readonly note: string | null;
}

function encodingOf(plan: Plan, { bytes, duration_ms }: Media, encoder: Encoder): Encoding {
  const kbps = Math.round(((bytes * 8) / duration_ms) * plan.share);
  const videoKbps = Math.max(Math.min(kbps, plan.maxKbps), LEAST_KBPS);
  return { ...plan, encoder, videoKbps };
}

/**
 * Writes smaller copies of a clip with the ffmpeg that is here: never of more pixels than the
 * original, nor of as many bytes.
 * @param newPath where the next one may be written
 * @param signal breaks it off: it fails with the signal's reason
 */
export async function makeRenditions(
  from: string,
  original: Media,
  newPath: () => Promise<string>,
  signal?: AbortSignal,
): Promise<Renditions> {
  const here = await findEncoders();
  if (!here) return { made: [], note: 'no renditions: ffmpeg is not installed' };
  const made: Copy[] = [];
  const failed: string[] = [];
  for (const plan of plans) {
    if (plan.side > Math.min(original.width, original.height)) continue;
    const encoder = plan.encoders.find((name) => here.has(name));
    const path = await newPath();
    try {
      if (!encoder) throw new Error('there is no encoder');
      await encode(from, path, encodingOf(plan, original, encoder), signal);
      const media = await inspectFile(path, plan.name, plan.encoders === AV1);
      if (media.bytes < original.bytes * MOST_OF_ORIGINAL) {
        made.push({ path, media, name: plan.name });
      }
    } catch {
      failed.push(plan.name);
    }
    signal?.throwIfAborted();
  }
  const note = failed.length > 0 ? `ffmpeg here cannot make: ${failed.join(', ')}` : null;
  return { made, note };
}
