/** Actions of WebDriver and WebDriver BiDi that press the mouse without releasing it. */
export const hold = (x: number, y: number): object[] => [
  { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
  { type: 'pointerDown', button: 0 },
];

export const release: object[] = [{ type: 'pointerUp', button: 0 }];

/** Actions that type a text key by key. */
export const strokes = (text: string): object[] =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
