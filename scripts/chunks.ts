/** What of the bundler's graph of modules is asked. */
interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
}

/** Does a chunk begin with this module? */
type Begins = (id: string, graph: ModuleGraph) => boolean;

/** Of the app's own modules, by their paths in `src/` without the ending. */
const among = (...paths: string[]): Begins => {
  const names = new RegExp(`/src/(${paths.join('|')})\\.tsx?$`);
  return (id) => names.test(id);
};

/** The stages of starting, in their order: each is fetched in one piece. */
const stages: Record<string, Begins> = {
  first: (id, graph) =>
    id.includes('rolldown/runtime') || graph.getModuleInfo(id)?.isEntry === true,
  second: among('stages/second'),
  third: among('stages/third'),
  // what keeps claims and the list on the device, beside the first two
  keeping: among('app/actors/claim-persistence', 'ports/cached-feed'),
};

/**
 * What comes with the third stage but no screen needs, and what the stages before it ask for at some
 * time: alone each would be a request for a few hundred bytes.
 */
const besideThird = among(
  'stages/phone',
  'app/components/(age|break-card|next-day|refusal-text|share-sheet)',
  'screens/feed/(ad-controls|limit-dialog|more-button)',
  'ports/(country|day|decoders)',
);

/** The log-in screen, what a log-in asks of the server, and the fields that other screens have too. */
const login = among('screens/login/index', 'app/actors/entering');
const landing = among('screens/newuser/index');
/** What few open: the forms and sheets of an account, and a report. */
const sheets = among(
  'screens/mine/(deletion|email|my-data|password|sessions)-sheet',
  'app/components/(agreement-sheet|email-confirmation|objection-button|recovery-sheet)',
  'screens/feed/report-sheet',
  'screens/reset/index',
);
const screens = among('screens/(invite|withdraw|mine|tasks|reminder|install)/index');

/** Follows those that import a module to where a chunk begins. */
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

/** A group of what is reached from where it begins, but for what a stranger's first page needs. */
const groupOf = (name: string, begins: Begins, priority: number) => ({
  debugName: name,
  name: (id: string, graph: ModuleGraph) =>
    isReachedFrom(begins, id, graph) && !isReachedFrom(landing, id, graph) ? name : null,
  priority,
});

/**
 * Which modules go into one request, the first group that wants one first. Each later screen is a
 * request of its own; what several of them share is one for all of them.
 */
export const chunkGroups = [
  { debugName: 'stages', name: stageOf, priority: 4 },
  groupOf('phone', besideThird, 3),
  groupOf('login', login, 2),
  { ...groupOf('shared', screens, 1), minShareCount: 2 },
  { ...groupOf('sheets', sheets, 0), minShareCount: 2 },
];
