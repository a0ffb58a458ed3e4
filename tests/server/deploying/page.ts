import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../../docs/deploying.md');

/** What the page has indented: commands, or a piece of a file. */
export interface Block {
  readonly section: string;
  readonly lines: readonly string[];
}

export function readBlocks(): Block[] {
  const blocks: { section: string; lines: string[] }[] = [];
  let section = '';
  let open = false;
  for (const line of readFileSync(page, 'utf8').split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('    ')) open = false;
    else {
      if (!open) blocks.push({ section, lines: [] });
      open = true;
      blocks.at(-1)?.lines.push(line.slice(4));
    }
  }
  return blocks;
}
