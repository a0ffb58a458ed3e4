import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject, timedOut } from '../copy.ts';
import type { Fault } from '../fault.ts';
import { startWorker } from '../processes.ts';
import type { Compiler } from '../project.ts';
import { type Switched, withSwitches } from './text.ts';
import type { Answer, Order } from './worker.ts';

/** Time limit for a test file in a browser. */
const RUN_MS = 240_000;

/** A copy of the project with all faults, each behind a switch. */
export interface Program {
  switched: readonly Switched[];
  unswitchable: readonly Fault[];
  open(): Promise<Runner>;
  close(): void;
}

export interface Runner {
  run(order: Order): Promise<Answer>;
  close(): Promise<void>;
}

async function openRunner(folder: string): Promise<Runner> {
  const start = () => startWorker<Order, Answer>(join(import.meta.dirname, 'worker.ts'), folder);
  let worker = await start();
  return {
    run: async (order) => {
      const answer = await worker.ask(order, RUN_MS);
      if (answer) return answer;
      await worker.close();
      worker = await start();
      return { ...timedOut(RUN_MS), reached: [] };
    },
    close: () => worker.close(),
  };
}

/**
 * Writes the switches and builds the app once for all faults.
 * @param isBuilt whether tests in a browser are run
 */
export function buildProgram(
  compiler: Compiler,
  faults: readonly Fault[],
  isBuilt: boolean,
): Program {
  const folder = copyProject();
  const switched: Switched[] = [];
  const unswitchable: Fault[] = [];
  const numbered = faults.map((fault, id): Switched => ({ fault, id }));
  for (const [file, those] of Map.groupBy(numbered, ({ fault }) => fault.file)) {
    const made = withSwitches(compiler.read(file), those);
    writeFileSync(join(folder, file), made.text);
    switched.push(...made.switched);
    unswitchable.push(...made.unswitchable);
  }
  // the order in which the faults were drawn
  switched.sort((a, b) => a.id - b.id);
  const build = ['scripts/build.ts'];
  if (isBuilt) execFileSync(process.execPath, build, { cwd: folder, stdio: 'inherit' });
  return {
    switched,
    unswitchable,
    open: () => openRunner(folder),
    // not called after an interrupt: the processes need the folder until they have ended
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
