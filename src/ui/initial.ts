/** Substitute for a profile picture: the first character of the name, as readers of its language count characters. */
export function initialOf(name: string, locale: string): string {
  const [first] = new Intl.Segmenter(locale).segment(name);
  return first?.segment.toLocaleUpperCase(locale) ?? '';
}
