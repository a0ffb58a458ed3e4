import type { Decoders } from '../../machines/rendition.machine.ts';

/** How well this device would decode our clips. */
export async function testDecoders(): Promise<Decoders> {
  const test = (codec: string, width: number, height: number, bitrate: number) => {
    const video = { width, height, bitrate, framerate: 30 };
    const contentType = `video/mp4; codecs="${codec}"`;
    return navigator.mediaCapabilities.decodingInfo({
      type: 'file',
      video: { contentType, ...video },
    });
  };
  const [av1, large] = await Promise.all([
    test('av01.0.04M.08', 540, 960, 600_000),
    test('avc1.64001f', 720, 1_280, 2_500_000),
  ]);
  return { av1: av1.supported && av1.smooth && av1.powerEfficient, large: large.smooth };
}
