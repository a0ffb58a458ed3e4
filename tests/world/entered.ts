import { type Profiler, Session } from 'node:inspector';

/** How rolldown says in the bundle which file follows. */
const FILE = /^\t+\/\/ (\S+\.\w+)$/gm;
const OURS = /^(contract|machines|src)\//;

/** Which files of ours run code between two moments, told by the functions that V8 has entered. */
export class EnteredFiles {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Debugger.enable');
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true });
  }

  /** @returns those since the last call of it */
  take(): string[] {
    const inApp = this.#scripts().filter(({ url }) => url === 'world-app.js');
    return [...new Set(inApp.flatMap((script) => this.#filesOf(script)))].sort();
  }

  end(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  #scripts(): Profiler.ScriptCoverage[] {
    let scripts: Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (_, { result }) => {
      scripts = result;
    });
    return scripts;
  }

  #filesOf({ scriptId, functions }: Profiler.ScriptCoverage): string[] {
    let text = '';
    this.#session.post('Debugger.getScriptSource', { scriptId }, (_, { scriptSource }) => {
      text = scriptSource;
    });
    const files = [...text.matchAll(FILE)];
    // the page as a whole has no name, and neither has what it is called by
    return functions
      .filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
      .map(({ ranges: [whole] }) =>
        files.findLast(({ index }) => index <= (whole?.startOffset ?? 0)),
      )
      .flatMap((file) => (file?.[1] && OURS.test(file[1]) ? [file[1]] : []));
  }
}
