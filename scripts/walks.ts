/** A hop of a walk: a line of the code, and what stands there. */
const HOP = /\[(\S+):\d+\]\(\.\.\/\1#L\d+\)(\s+)`([^`]+)`/g;

/**
 * The page with the lines on which the code that its walks quote stands now. Code that a file has
 * twice, or not at all, stays where it was said to be.
 * @param linesOf a file's lines, by its path from the root; null where there is none
 */
export function withLines(page: string, linesOf: (file: string) => string[] | null): string {
  return page.replaceAll(HOP, (hop, file: string, space: string, code: string) => {
    const lines = linesOf(file) ?? [];
    const at = lines.findIndex((line) => line.includes(code));
    const isOnly = at >= 0 && at === lines.findLastIndex((line) => line.includes(code));
    return isOnly ? `[${file}:${at + 1}](../${file}#L${at + 1})${space}\`${code}\`` : hop;
  });
}
