import { OperatorError } from '../command.ts';
import { verifyPictureDecodable } from './convert.ts';
import { hasFfmpeg, type PictureFormat, type Workspace } from './ffmpeg.ts';
import { openFile } from './input.ts';

interface Kind {
  /** extension of the stored file */
  readonly extension: string;
  readonly format: PictureFormat;
  /** first bytes of the files, as latin1 */
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
 * Detects a poster's format by its first bytes: its name may be wrong. If ffmpeg is installed, the
 * whole picture is decoded.
 * @throws OperatorError when it is no JPEG, PNG or WebP file, too large, or damaged
 */
export async function posterKind(path: string, workspace: Workspace): Promise<Kind> {
  const input = await openFile(path);
  try {
    const head = (await input.read(0, HEAD_BYTES)).toString('latin1');
    const kind = KINDS.find(({ begins }) => begins.test(head));
    if (!kind) throw new OperatorError(`${path} is no poster: no JPEG, PNG or WebP file`);
    if (input.bytes > MAX_BYTES) throw new OperatorError(`${path} is larger than 10 MB`);
    if (await hasFfmpeg()) await verifyPictureDecodable(path, kind.format, workspace);
    return kind;
  } finally {
    await input.close();
  }
}
