import { type Profiler, Session } from 'node:inspector';

/** The line in rolldown's bundle that names the following file. */
const FILE = /^\t+\/\/ (\S+\.\w+)$/gm;
const OURS = /^(contract|machines|src)\//;

/** Lists the project's files whose code has run between two calls, by the functions that V8 has entered. */
export class EnteredFiles {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Debugger.enable');
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true });
  }

  /** @returns files entered since the last call */
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
    // the bundle as a whole and its wrapper have no name
    return functions
      .filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
      .map(({ ranges: [whole] }) =>
        files.findLast(({ index }) => index <= (whole?.startOffset ?? 0)),
      )
      .flatMap((file) => (file?.[1] && OURS.test(file[1]) ? [file[1]] : []));
  }
}
