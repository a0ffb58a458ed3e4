import { type Bitmap2D, generate } from 'lean-qr/nano';
import './qr-code.css';

/** Width of the light margin in modules; cameras need it to find the code. */
const QUIET = 4;

interface QrCodeProps {
  text: string;
  /** destination of the code, for screen readers */
  name: string;
}

/** A text as a QR code: dark on light, in both themes. */
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

/** Path of all dark modules: one rectangle for each run of them in a row. */
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
