import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '../../../docs');

/** An indented block of a page of `docs/`: commands, or a part of a file. */
export interface Block {
  readonly section: string;
  readonly lines: readonly string[];
}

export function readBlocks(page: string): Block[] {
  const blocks: { section: string; lines: string[] }[] = [];
  let section = '';
  let open = false;
  for (const line of readFileSync(join(docs, page), 'utf8').split('\n')) {
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
