/** A way through the product, told in `docs/architecture.md` hop by hop, and how long it may be. */
export interface WalkRule {
  /** its heading, of the third level */
  title: string;
  mostHops: number;
}

export const walkRules: readonly WalkRule[] = [
  { title: 'A clip watched to the balance on screen', mostHops: 10 },
  { title: 'A share returned to views added', mostHops: 9 },
];

/** `1. [machines/x.ts:12](../machines/x.ts#L12) `code of that line` what happens there` */
const HOP = /^(\d+)\. \[([^\]\s]+):(\d+)\]\(([^)\s]+)\) `([^`]+)` (.+)$/;
/** Said of a hop at which something is decided, and not only passed on. */
const DECIDES = '**decides**';

/** The hops below a heading, each as one line; null where there is no such heading. */
function hopsBelow(page: string, title: string): string[] | null {
  const lines = page.split('\n');
  const from = lines.indexOf(`### ${title}`);
  if (from < 0) return null;
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => line.startsWith('#'));
  return rest
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .replaceAll(/\n +/g, ' ')
    .split('\n')
    .filter((line) => /^\d/.test(line));
}

/**
 * What is not true, or not allowed, about one hop.
 * @param linesOf a file's lines, by its path from the root; null where there is none
 */
function faultsOfHop(
  hop: string,
  number: number,
  linesOf: (file: string) => string[] | null,
): string[] {
  const [, said, file = '', line = '', link, code = '', happens = ''] = HOP.exec(hop) ?? [];
  if (!said) return [`not a hop: ${hop}`];
  const lines = linesOf(file);
  const found = lines?.[Number(line) - 1];
  const where = `${file}:${line}`;
  return [
    ...(Number(said) === number ? [] : [`hop ${number} is called ${said}`]),
    ...(link === `../${file}#L${line}` ? [] : [`${where} has a link that leads elsewhere`]),
    ...(lines ? [] : [`there is no ${file}`]),
    ...(!lines || found?.includes(code) ? [] : [`${where} does not say ${code}`]),
    ...(happens.includes(DECIDES) && !file.startsWith('machines/')
      ? [`${where} decides outside machines/`]
      : []),
  ];
}

/** All that keeps a walk from being true and short. */
export function faultsOf(
  page: string,
  { title, mostHops }: WalkRule,
  linesOf: (file: string) => string[] | null,
): string[] {
  const hops = hopsBelow(page, title);
  if (!hops) return [`there is no walk "${title}"`];
  return [
    ...(hops.length === 0 ? ['no hops'] : []),
    ...(hops.length > mostHops ? [`${hops.length} hops, at most ${mostHops}`] : []),
    ...(hops.some((hop) => hop.includes(DECIDES)) ? [] : ['nothing is decided']),
    ...hops.flatMap((hop, at) => faultsOfHop(hop, at + 1, linesOf)),
  ];
}
