import type { SyntheticEvent } from 'react';

/** The point of a press on a control, in CSS pixels of the viewport; for a key, the middle of the control. */
export function pressPoint({ nativeEvent, currentTarget }: SyntheticEvent): {
  x: number;
  y: number;
} {
  const { clientX = 0, clientY = 0 } = nativeEvent as Partial<MouseEvent>;
  if (clientX > 0 || clientY > 0) return { x: clientX, y: clientY };
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
