/** A click of a mouse, as WebDriver and its successor describe it. */
export const click = (x: number, y: number): object[] => [
  { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
];

/** A text typed key by key. */
export const strokes = (text: string): object[] =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
