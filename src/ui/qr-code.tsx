import { type Bitmap2D, generate } from 'lean-qr/nano';
import './qr-code.css';

/** Modules of light around the code, without which a camera does not find it. */
const QUIET = 4;

interface QrCodeProps {
  text: string;
  /** what it leads to, for those who cannot see it */
  name: string;
}

/** A text as a picture for cameras: dark on light by day and by night. */
export default function QrCode({ text, name }: QrCodeProps) {
  const code = generate(text);
  const width = code.size + 2 * QUIET;
  return (
    <svg
      className="qr-code"
      viewBox={`${-QUIET} ${-QUIET} ${width} ${width}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <path d={outline(code)} />
    </svg>
  );
}

/** Every dark module, a run of them in one stroke. */
function outline({ size, get }: Bitmap2D): string {
  let drawn = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (get(x, y)) x += 1;
      if (x > from) drawn += `M${from} ${y}h${x - from}v1H${from}z`;
    }
  }
  return drawn;
}
