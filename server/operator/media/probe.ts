import * as v from 'valibot';
import { OperatorError } from '../command.ts';
import type { Container } from './container.ts';
import { ffprobe, input, throwUnlessDamaged, type Workspace } from './ffmpeg.ts';

/** Properties of a film, from ffprobe. */
export interface Film {
  /** null: missing in the file */
  readonly durationMs: number | null;
  /** index of the video stream */
  readonly picture: number;
  readonly width: number;
  readonly height: number;
  /** 8-bit H.264, which every browser plays */
  readonly isH264: boolean;
  /** its pixels are square */
  readonly isSquare: boolean;
  readonly hdr: 'HLG' | 'PQ' | null;
  /** Dolby Vision with wrong colours in every other player */
  readonly isDolbyOnly: boolean;
  /** null: it is silent */
  readonly sound: { readonly stream: number; readonly isAac: boolean } | null;
}

const Stream = v.object({
  index: v.number(),
  codec_type: v.optional(v.string()),
  codec_name: v.optional(v.string(), ''),
  profile: v.optional(v.string(), ''),
  pix_fmt: v.optional(v.string(), ''),
  width: v.optional(v.number(), 0),
  height: v.optional(v.number(), 0),
  sample_aspect_ratio: v.optional(v.string(), '1:1'),
  color_transfer: v.optional(v.string(), ''),
  disposition: v.optional(v.record(v.string(), v.number()), {}),
  side_data_list: v.optional(v.array(v.looseObject({ dv_profile: v.optional(v.number()) })), []),
});
type Stream = v.InferOutput<typeof Stream>;

const Answer = v.object({
  streams: v.array(Stream),
  format: v.object({ duration: v.optional(v.string()) }),
});

const TRANSFERS: Readonly<Record<string, 'HLG' | 'PQ'>> = {
  'arib-std-b67': 'HLG',
  smpte2084: 'PQ',
};
const PICTURES = /^(?:mjpeg|png|gif|bmp|webp|tiff)$/;
const PROFILES = /^(?:constrained )?(?:baseline|main|high)$/i;

/** Chooses the video stream: never a cover, and a still picture only when there is nothing else. */
function pictureOf(streams: readonly Stream[]): Stream | undefined {
  const shown = streams.filter(
    ({ codec_type, disposition }) =>
      codec_type === 'video' && !disposition.attached_pic && !disposition.timed_thumbnails,
  );
  return shown.find(({ codec_name }) => !PICTURES.test(codec_name)) ?? shown[0];
}

/**
 * Inspects a file with ffprobe.
 * @throws OperatorError when it has no film, or is damaged
 */
export async function probe(
  path: string,
  container: Container,
  workspace: Workspace,
): Promise<Film> {
  const asked = ['-show_streams', '-show_format', ...input(path, container)];
  const answer = await ffprobe(asked, workspace).catch((failure: unknown) => {
    throwUnlessDamaged(failure, workspace, path);
    throw new OperatorError(`${path} is damaged: its index cannot be read`);
  });
  const { streams, format } = v.parse(Answer, answer);
  const picture = pictureOf(streams);
  if (!picture) throw new OperatorError(`${path} has no moving picture`);
  const sound = streams.find(({ codec_type }) => codec_type === 'audio');
  const seconds = Number(format.duration);
  const { codec_name, profile, pix_fmt, sample_aspect_ratio, width, height } = picture;
  return {
    durationMs: seconds > 0 ? Math.round(seconds * 1000) : null,
    picture: picture.index,
    ...{ width, height },
    isH264: codec_name === 'h264' && /^yuvj?420p$/.test(pix_fmt) && PROFILES.test(profile),
    isSquare: /^(?:1:1|0:1|N\/A)$/.test(sample_aspect_ratio),
    hdr: TRANSFERS[picture.color_transfer] ?? null,
    isDolbyOnly: picture.side_data_list.some(({ dv_profile }) => dv_profile === 5),
    sound: sound ? { stream: sound.index, isAac: sound.codec_name === 'aac' } : null,
  };
}
