import { type DirectedGraphNode, toDirectedGraph } from '@xstate/graph';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { authMachine } from '../machines/auth.machine.ts';
import { dailyShareMachine } from '../machines/daily-share.machine.ts';
import { feedMachine } from '../machines/feed.machine.ts';
import { installMachine } from '../machines/install.machine.ts';
import { landingMachine } from '../machines/landing.machine.ts';
import { createListMachine } from '../machines/list.machine.ts';
import { localeMachine } from '../machines/locale.machine.ts';
import { outboxMachine } from '../machines/outbox.machine.ts';
import { shareMachine } from '../machines/share.machine.ts';
import { taskMachine } from '../machines/task.machine.ts';
import { themeMachine } from '../machines/theme.machine.ts';
import { tickerMachine } from '../machines/ticker.machine.ts';
import { videoMachine } from '../machines/video.machine.ts';
import { withdrawInfoMachine } from '../machines/withdraw-info.machine.ts';
import { withdrawalMachine } from '../machines/withdrawal.machine.ts';
import { guardOf, labelOf } from '../src/app/chart-words.ts';

const machines: Record<string, AnyStateMachine> = {
  auth: authMachine,
  'daily-share': dailyShareMachine,
  feed: feedMachine,
  install: installMachine,
  landing: landingMachine,
  list: createListMachine<unknown>(),
  locale: localeMachine,
  outbox: outboxMachine,
  share: shareMachine,
  task: taskMachine,
  theme: themeMachine,
  ticker: tickerMachine,
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

function edgesOf(node: DirectedGraphNode): string[] {
  return [
    ...node.edges.map(({ source, target, label, transition }) => {
      const text = plain(labelOf(label.text) + guardOf(transition.guard));
      return `  ${nameOf(source)} --> ${nameOf(target)}: ${text}`;
    }),
    ...node.children.flatMap(edgesOf),
  ];
}

/** The chart of one machine as a page of Markdown. */
function chartOf(name: string, machine: AnyStateMachine): string {
  const graph = toDirectedGraph(machine);
  const edges = graph.children.flatMap(edgesOf);
  return [
    `# ${name}`,
    '',
    `Drawn from \`machines/${name}.machine.ts\` by \`npm run docs\`.`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...statesOf(graph, 1),
    ...edges,
    '```',
    '',
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
