import { OperatorError } from '../command.ts';
import { lookAtPicture } from './convert.ts';
import { hasFfmpeg, type PictureFormat, type Workshop } from './ffmpeg.ts';
import { openFile } from './input.ts';

interface Kind {
  /** of the name that it is stored under */
  readonly extension: string;
  readonly format: PictureFormat;
  /** what the files begin with, as latin1 */
  readonly begins: RegExp;
}

const KINDS: readonly Kind[] = [
  { extension: '.jpg', format: 'jpeg_pipe', begins: /^\xff\xd8\xff/ },
  { extension: '.png', format: 'png_pipe', begins: /^\x89PNG\r\n/ },
  { extension: '.webp', format: 'webp_pipe', begins: /^RIFF.{4}WEBP/s },
];
const HEAD_BYTES = 12;
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * What a poster is, by what it begins with: its own name may be wrong. Where ffmpeg is installed, all
 * of the picture is decoded.
 * @throws OperatorError when it is none, or damaged
 */
export async function posterKind(path: string, shop: Workshop): Promise<Kind> {
  const input = await openFile(path);
  try {
    const head = (await input.read(0, HEAD_BYTES)).toString('latin1');
    const kind = KINDS.find(({ begins }) => begins.test(head));
    if (!kind) throw new OperatorError(`${path} is no poster: no JPEG, PNG or WebP file`);
    if (input.bytes > MAX_BYTES) throw new OperatorError(`${path} is larger than 10 MB`);
    if (await hasFfmpeg()) await lookAtPicture(path, kind.format, shop);
    return kind;
  } finally {
    await input.close();
  }
}
