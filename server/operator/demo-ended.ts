import type { CommandResult } from './command.ts';

/** The parts of the demo that a command has ended, by kind. */
interface Ended {
  readonly figures?: readonly string[];
  readonly methods?: readonly string[];
  readonly clips?: readonly number[];
  readonly ads?: readonly number[];
  readonly pages?: readonly string[];
}

const listed = (word: string, ids: readonly number[]) =>
  ids.length > 0 ? [`${word} ${ids.join(', ')}`] : [];

function wordsOfMedia(clips: readonly number[], ads: readonly number[]): string[] {
  const shown = [...listed('clips', clips), ...listed('advertisements', ads)];
  if (shown.length === 0) return [];
  const again = [
    ...(clips.length > 0 ? ['`videos enable ID`'] : []),
    ...(ads.length > 0 ? ['`ads enable ID`'] : []),
  ];
  return [
    `the demo’s ${shown.join(' and ')} are not shown any more; to show one again: ${again.join(' or ')}`,
  ];
}

function wordsOf({ figures = [], methods = [], clips = [], ads = [], pages = [] }: Ended): string {
  const lines = wordsOfMedia(clips, ads);
  if (figures.length > 0) {
    lines.push(`the demo’s other figures are empty now: ${figures.join(', ')}`);
  }
  if (methods.length > 0) {
    lines.push(
      `the demo’s methods are not offered any more: ${methods.join(', ')}; people who chose one are still paid by it`,
    );
  }
  if (pages.length > 0) {
    lines.push(
      'the demo’s engineers’ pages (/Demo, /docs) are off; to show them: `config set debug.pages true`',
    );
  }
  return lines.join('\n');
}

/** Adds to a command's answer the parts of the demo that it has ended, if any. */
export function withEndedDemo(result: CommandResult, ended: Ended): CommandResult {
  const parts = Object.entries(ended).filter(([, ids]) => ids.length > 0);
  if (parts.length === 0) return result;
  const told = Object.fromEntries(parts);
  return {
    ...result,
    json: { ...(result.json as object), ended: told },
    changed: { ...result.changed, ended: told },
    note: wordsOf(ended),
  };
}
