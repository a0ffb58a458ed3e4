/** What stands for somebody's picture: the first sign of the name as its readers count signs. */
export function initialOf(name: string, locale: string): string {
  const [first] = new Intl.Segmenter(locale).segment(name);
  return first?.segment.toLocaleUpperCase(locale) ?? '';
}
