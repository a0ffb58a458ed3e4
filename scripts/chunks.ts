/** The part of the bundler's module graph that is read here. */
interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
}

/** Does a chunk begin with this module? */
type Begins = (id: string, graph: ModuleGraph) => boolean;

/** Matches modules of the app by their paths in `src/` without the extension. */
const among = (...paths: string[]): Begins => {
  const names = new RegExp(`/src/(${paths.join('|')})\\.tsx?$`);
  return (id) => names.test(id);
};

/** The stages of starting, in their order: each is one chunk. */
const stages: Record<string, Begins> = {
  first: (id, graph) =>
    id.includes('rolldown/runtime') || graph.getModuleInfo(id)?.isEntry === true,
  second: among('stages/second'),
  third: among('stages/third'),
  // the modules that persist claims and cache the feed, beside the first two stages
  keeping: among('app/actors/claim-persistence', 'ports/cached-feed'),
};

/**
 * Modules of the third stage that no screen needs, and modules that earlier stages import later: each
 * alone would be a request for a few hundred bytes.
 */
const besideThird = among(
  'stages/phone',
  'app/components/(balance-age|break-card|next-day|refusal-text|share-sheet)',
  'screens/feed/(ad-controls|limit-dialog|more-button)',
  'ports/(country|day|decoders)',
);

/** The log-in screen, the calls of a log-in, and the fields that other screens share with it. */
const login = among('screens/login/index', 'app/actors/auth-calls');
const landing = among('screens/newuser/index');
/** Rarely opened screens and sheets: the forms of an account, and the report of a clip. */
const sheets = among(
  'screens/mine/(deletion|email|my-data|password|sessions)-sheet',
  'app/components/(agreement-sheet|email-confirmation|objection-button|recovery-sheet)',
  'screens/feed/report-sheet',
  'screens/reset/index',
);
const screens = among('screens/(invite|withdraw|mine|tasks|reminder|install)/index');

/** Follows a module's importers up to the first module of a chunk. */
function isReachedFrom(
  begins: Begins,
  id: string,
  graph: ModuleGraph,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  if (begins(id, graph)) return true;
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => isReachedFrom(begins, importer, graph, seen));
}

const stageOf = (id: string, graph: ModuleGraph) =>
  Object.keys(stages).find((stage) => isReachedFrom(stages[stage] as Begins, id, graph)) ?? null;

/** A group of all modules that are reached from the modules of `begins`, without those of the landing page. */
const groupOf = (name: string, begins: Begins, priority: number) => ({
  debugName: name,
  name: (id: string, graph: ModuleGraph) =>
    isReachedFrom(begins, id, graph) && !isReachedFrom(landing, id, graph) ? name : null,
  priority,
});

/**
 * Modules that go into one chunk: the first group that matches a module gets it. Each later screen is a
 * chunk of its own; the modules that several later screens share are one chunk.
 */
export const chunkGroups = [
  { debugName: 'stages', name: stageOf, priority: 4 },
  groupOf('phone', besideThird, 3),
  groupOf('login', login, 2),
  { ...groupOf('shared', screens, 1), minShareCount: 2 },
  { ...groupOf('sheets', sheets, 0), minShareCount: 2 },
];
