import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DirectedGraphEdge, type DirectedGraphNode, toDirectedGraph } from '@xstate/graph';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { adMachine } from '../machines/ad.machine.ts';
import { adsMachine } from '../machines/ads.machine.ts';
import { appMachine } from '../machines/app/app.machine.ts';
import { appUpdateMachine } from '../machines/app-update.machine.ts';
import { authMachine } from '../machines/auth/auth.machine.ts';
import { claimMachine } from '../machines/claim.machine.ts';
import { clipKeeperMachine } from '../machines/clip-keeper.machine.ts';
import { clipLoadingMachine } from '../machines/clip-loading.machine.ts';
import { dailyShareMachine } from '../machines/daily-share.machine.ts';
import { dataUsedMachine } from '../machines/data-used.machine.ts';
import { debugCallMachine } from '../machines/debug-call.machine.ts';
import { debugCallsMachine } from '../machines/debug-calls.machine.ts';
import { feedMachine } from '../machines/feed/feed.machine.ts';
import { friendsMachine } from '../machines/friends.machine.ts';
import { installMachine } from '../machines/install.machine.ts';
import { landingMachine } from '../machines/landing.machine.ts';
import { limitMachine } from '../machines/limit.machine.ts';
import { lineMachine } from '../machines/line.machine.ts';
import { createListMachine } from '../machines/list.machine.ts';
import { localeMachine } from '../machines/locale.machine.ts';
import { maintenanceMachine } from '../machines/maintenance.machine.ts';
import { nowPlayingMachine } from '../machines/now-playing.machine.ts';
import { outboxMachine } from '../machines/outbox/outbox.machine.ts';
import { payoutMachine } from '../machines/payout.machine.ts';
import { pushMachine } from '../machines/push/push.machine.ts';
import { renditionMachine } from '../machines/rendition.machine.ts';
import { createResourceMachine } from '../machines/resource.machine.ts';
import { shareMachine } from '../machines/share.machine.ts';
import { taskMachine } from '../machines/task.machine.ts';
import { tasksMachine } from '../machines/tasks.machine.ts';
import { themeMachine } from '../machines/theme.machine.ts';
import { tickerMachine } from '../machines/ticker.machine.ts';
import { videoMachine } from '../machines/video/video.machine.ts';
import { withdrawInfoMachine } from '../machines/withdraw-info.machine.ts';
import { withdrawalMachine } from '../machines/withdrawal/withdrawal.machine.ts';
import { guardOf, labelOf } from '../src/debug/chart-words.ts';

const machines: Record<string, AnyStateMachine> = {
  ad: adMachine,
  ads: adsMachine,
  app: appMachine,
  'app-update': appUpdateMachine,
  auth: authMachine,
  claim: claimMachine,
  'daily-share': dailyShareMachine,
  'debug-call': debugCallMachine,
  'debug-calls': debugCallsMachine,
  maintenance: maintenanceMachine,
  feed: feedMachine,
  friends: friendsMachine,
  install: installMachine,
  landing: landingMachine,
  limit: limitMachine,
  'clip-loading': clipLoadingMachine,
  'data-used': dataUsedMachine,
  line: lineMachine,
  'now-playing': nowPlayingMachine,
  list: createListMachine<unknown>(),
  locale: localeMachine,
  outbox: outboxMachine,
  payout: payoutMachine,
  push: pushMachine,
  rendition: renditionMachine,
  resource: createResourceMachine<unknown>(),
  share: shareMachine,
  task: taskMachine,
  tasks: tasksMachine,
  theme: themeMachine,
  ticker: tickerMachine,
  'clip-keeper': clipKeeperMachine,
  video: videoMachine,
  'withdraw-info': withdrawInfoMachine,
  withdrawal: withdrawalMachine,
};

const nameOf = ({ id }: { id: string }) => id.replaceAll(/[^A-Za-z0-9]/g, '_');

/** Mermaid reads a colon and a semicolon as its own. */
const plain = (text: string) => text.replaceAll(/[:;]/g, ' ');

function statesOf(node: DirectedGraphNode, depth: number): string[] {
  const pad = '  '.repeat(depth);
  const { stateNode } = node;
  const initial = stateNode.initial?.target[0] as AnyStateNode | undefined;
  const begin = initial ? [`${pad}[*] --> ${nameOf(initial)}`] : [];
  const regions = node.children.flatMap((child, at) => [
    ...(at > 0 && stateNode.type === 'parallel' ? [`${pad}--`] : []),
    ...(child.children.length > 0
      ? [
          `${pad}state "${child.stateNode.key}" as ${nameOf(child)} {`,
          ...statesOf(child, depth + 1),
          `${pad}}`,
        ]
      : [`${pad}state "${child.stateNode.key}" as ${nameOf(child)}`]),
  ]);
  return [...begin, ...regions];
}

const textOf = ({ label, transition }: DirectedGraphEdge) =>
  labelOf(label.text) + guardOf(transition.guard);

function edgesOf(node: DirectedGraphNode): string[] {
  return [
    ...node.edges.map(
      (edge) => `  ${nameOf(edge.source)} --> ${nameOf(edge.target)}: ${plain(textOf(edge))}`,
    ),
    ...node.children.flatMap(edgesOf),
  ];
}

/** Mermaid has no arrow from the whole machine: what it takes in every state is a list. */
function everywhere({ edges }: DirectedGraphNode): string[] {
  if (edges.length === 0) return [];
  const lines = edges.map((edge) => {
    const { path } = edge.target;
    return `- \`${textOf(edge)}\`${path.length > 0 ? `: to \`${path.join('.')}\`` : ''}`;
  });
  return ['In every state that does not say otherwise it takes:', '', ...lines, ''];
}

/** A machine that has outgrown a file has a folder. */
function fileOf(name: string): string {
  const folder = `machines/${name}/`;
  const isFolder = existsSync(join(import.meta.dirname, '..', folder));
  return `${isFolder ? folder : 'machines/'}${name}.machine.ts`;
}

/** The chart of one machine as a page of Markdown. */
function chartOf(name: string, machine: AnyStateMachine): string {
  const graph = toDirectedGraph(machine);
  const states = statesOf(graph, 1);
  const edges = graph.children.flatMap(edgesOf);
  const drawing = ['```mermaid', 'stateDiagram-v2', ...states, ...edges, '```', ''];
  return [
    `# ${name}`,
    '',
    `Drawn from \`${fileOf(name)}\` by \`npm run docs\`.`,
    '',
    ...(states.length > 0 ? drawing : []),
    ...everywhere(graph),
  ].join('\n');
}

/** Every machine's page, by its path in `docs/`. */
export function drawCharts(): Map<string, string> {
  return new Map(
    Object.entries(machines).map(([name, machine]) => [
      `machines/${name}.md`,
      chartOf(name, machine),
    ]),
  );
}
