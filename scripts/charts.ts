import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ELK from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine } from 'xstate';
import { adMachine } from '../machines/ad.machine.ts';
import { adsMachine } from '../machines/ads.machine.ts';
import { agreementMachine } from '../machines/agreement.machine.ts';
import { appMachine } from '../machines/app/app.machine.ts';
import { appUpdateMachine } from '../machines/app-update.machine.ts';
import { authMachine } from '../machines/auth/auth.machine.ts';
import { breakReminderMachine } from '../machines/break-reminder.machine.ts';
import { captionsMachine } from '../machines/captions.machine.ts';
import { claimMachine } from '../machines/claim.machine.ts';
import { clipCacheMachine } from '../machines/clip-cache.machine.ts';
import { clipLoadingMachine } from '../machines/clip-loading.machine.ts';
import { connectivityMachine } from '../machines/connectivity.machine.ts';
import { dailyShareMachine } from '../machines/daily-share.machine.ts';
import { dataUsedMachine } from '../machines/data-used.machine.ts';
import { debugCallMachine } from '../machines/debug-call.machine.ts';
import { debugCallsMachine } from '../machines/debug-calls.machine.ts';
import { deletionMachine } from '../machines/deletion.machine.ts';
import { earningMachine } from '../machines/earning.machine.ts';
import { emailChangeMachine } from '../machines/email-change.machine.ts';
import { emailConfirmationMachine } from '../machines/email-confirmation.machine.ts';
import { emailLinkMachine } from '../machines/email-link.machine.ts';
import { feedMachine } from '../machines/feed/feed.machine.ts';
import { forgotMachine } from '../machines/forgot.machine.ts';
import { friendsMachine } from '../machines/friends.machine.ts';
import { installMachine } from '../machines/install.machine.ts';
import { landingMachine } from '../machines/landing.machine.ts';
import { createListMachine } from '../machines/list.machine.ts';
import { localeMachine } from '../machines/locale.machine.ts';
import { maintenanceMachine } from '../machines/maintenance.machine.ts';
import { myDataMachine } from '../machines/my-data.machine.ts';
import { nowPlayingMachine } from '../machines/now-playing.machine.ts';
import { objectionMachine } from '../machines/objection.machine.ts';
import { outboxMachine } from '../machines/outbox/outbox.machine.ts';
import { passkeyLoginMachine } from '../machines/passkey-login.machine.ts';
import { passkeysMachine } from '../machines/passkeys.machine.ts';
import { passwordMachine } from '../machines/password.machine.ts';
import { payoutMachine } from '../machines/payout.machine.ts';
import { proofMachine } from '../machines/proof.machine.ts';
import { pushMachine } from '../machines/push/push.machine.ts';
import { recoverMachine } from '../machines/recover.machine.ts';
import { recoveryMachine } from '../machines/recovery.machine.ts';
import { registrationMachine } from '../machines/registration.machine.ts';
import { renditionMachine } from '../machines/rendition.machine.ts';
import { reportMachine } from '../machines/report.machine.ts';
import { resetMachine } from '../machines/reset.machine.ts';
import { createResourceMachine } from '../machines/resource.machine.ts';
import { sessionsMachine } from '../machines/sessions.machine.ts';
import { shareMachine } from '../machines/share.machine.ts';
import { speedMachine } from '../machines/speed.machine.ts';
import { statementMachine } from '../machines/statement.machine.ts';
import { taskMachine } from '../machines/task.machine.ts';
import { tasksMachine } from '../machines/tasks.machine.ts';
import { themeMachine } from '../machines/theme.machine.ts';
import { tickerMachine } from '../machines/ticker.machine.ts';
import { videoMachine } from '../machines/video/video.machine.ts';
import { watchProgressMachine } from '../machines/watch-progress.machine.ts';
import { withdrawInfoMachine } from '../machines/withdraw-info.machine.ts';
import { withdrawalMachine } from '../machines/withdrawal/withdrawal.machine.ts';
import { layOut } from '../src/debug/charts/layout.ts';
import {
  type ChartState,
  type ChartTransition,
  chartOf,
  statesIn,
} from '../src/debug/charts/model.ts';
import { svgOf } from '../src/debug/charts/svg.ts';

const root = join(import.meta.dirname, '..');

export const machines: Record<string, AnyStateMachine> = {
  ad: adMachine,
  ads: adsMachine,
  agreement: agreementMachine,
  app: appMachine,
  'app-update': appUpdateMachine,
  auth: authMachine,
  'break-reminder': breakReminderMachine,
  captions: captionsMachine,
  claim: claimMachine,
  'daily-share': dailyShareMachine,
  'debug-call': debugCallMachine,
  'debug-calls': debugCallsMachine,
  maintenance: maintenanceMachine,
  feed: feedMachine,
  forgot: forgotMachine,
  friends: friendsMachine,
  install: installMachine,
  landing: landingMachine,
  earning: earningMachine,
  'clip-loading': clipLoadingMachine,
  'data-used': dataUsedMachine,
  connectivity: connectivityMachine,
  deletion: deletionMachine,
  'my-data': myDataMachine,
  'now-playing': nowPlayingMachine,
  list: createListMachine<unknown>(),
  locale: localeMachine,
  outbox: outboxMachine,
  password: passwordMachine,
  payout: payoutMachine,
  push: pushMachine,
  recover: recoverMachine,
  passkeys: passkeysMachine,
  proof: proofMachine,
  recovery: recoveryMachine,
  speed: speedMachine,
  statement: statementMachine,
  registration: registrationMachine,
  rendition: renditionMachine,
  objection: objectionMachine,
  report: reportMachine,
  reset: resetMachine,
  'email-link': emailLinkMachine,
  'email-change': emailChangeMachine,
  'email-confirmation': emailConfirmationMachine,
  'passkey-login': passkeyLoginMachine,
  resource: createResourceMachine<unknown>(),
  sessions: sessionsMachine,
  share: shareMachine,
  task: taskMachine,
  tasks: tasksMachine,
  theme: themeMachine,
  ticker: tickerMachine,
  'clip-cache': clipCacheMachine,
  video: videoMachine,
  'watch-progress': watchProgressMachine,
  'withdraw-info': withdrawInfoMachine,
  withdrawal: withdrawalMachine,
};

/** Returns the path of a machine's file; a machine of several files has a folder. */
function fileOf(name: string): string {
  const folder = `machines/${name}/`;
  const isFolder = existsSync(join(root, folder));
  return `${isFolder ? folder : 'machines/'}${name}.machine.ts`;
}

/** A machine's purpose, from its head comment. */
function purposeOf(name: string): string {
  const text = readFileSync(join(root, fileOf(name)), 'utf8');
  const [, comment] =
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:const|function) \w*Machine\b/.exec(text) ?? [];
  if (!comment) throw new Error(`${fileOf(name)} has no comment with the purpose of its machine`);
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trim());
  return lines.join('\n').trim();
}

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => (text === '' ? '' : `\`${cell(text)}\``);

/** Writes one transition as a table row: in a review the row shows a change that the picture hides. */
function rowOf(pathOf: (id: string) => string, transition: ChartTransition): string {
  const { source, event, guard, targets, actions } = transition;
  const to = targets.map((target) => code(pathOf(target))).join(', ');
  const cells = [code(pathOf(source)), code(event), code(guard), to, actions.map(code).join(', ')];
  return `| ${cells.join(' | ')} |`;
}

/** The styles of the pictures in one line, without comments. */
function stylesOf(): string {
  const text = readFileSync(join(root, 'src/debug/charts/chart.css'), 'utf8');
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};:,>]) ?/g, '$1')
    .trim();
}

const image = (name: string) => `![${name}](${name}.svg)`;

function pageOf(name: string, chart: ChartState): string {
  const { id } = chart;
  const pathOf = (state: string) => (state === id ? id : state.slice(id.length + 1));
  const transitions = statesIn(chart).flatMap((state) => state.transitions);
  const head = ['| state | event | guard | leads to | does |', '|---|---|---|---|---|'];
  return [
    `# ${name}`,
    '',
    purposeOf(name),
    '',
    `Drawn from \`${fileOf(name)}\` by \`npm run docs\`.`,
    '',
    image(name),
    '',
    ...(transitions.length > 0
      ? [...head, ...transitions.map((each) => rowOf(pathOf, each)), '']
      : []),
  ].join('\n');
}

const legend = `# The machines

Every machine of the product, drawn from the code by \`npm run docs\`.

- **A box** is a state; a box inside it is one of its own states. If the outer box is dashed and says
  "all at once", all of its own states (its regions) are active together.
- **A dot** points to the state that is entered first. \`H\` is the state that was active last. A
  double edge is an end.
- **An arrow** is a transition, with its event, \`[its guard]\` and \`/ its actions\`. Where an event has
  several transitions, the first one whose guard holds is taken.
- **Events inside a state's box** are taken without leaving it. Events in a small dashed box lead away
  from the active state inside the surrounding state, whichever it is.

[Coverage](coverage.md) counts the states and transitions that the tests of each machine go through.
`;

function overviewOf(names: readonly string[]): string {
  const parts = names.map((name) =>
    [`## [${name}](${name}.md)`, '', purposeOf(name), '', image(name), ''].join('\n'),
  );
  return [legend, ...parts].join('\n');
}

/** Draws every machine's page and picture, and the index page, by their paths in `docs/`. */
export async function drawCharts(): Promise<Map<string, string>> {
  const layouter = new ELK();
  const styles = stylesOf();
  const names = Object.keys(machines).sort();
  const pages = new Map([['machines/README.md', overviewOf(names)]]);
  for (const name of names) {
    const chart = chartOf(machines[name] as AnyStateMachine);
    pages.set(`machines/${name}.md`, pageOf(name, chart));
    pages.set(`machines/${name}.svg`, svgOf(name, await layOut(chart, layouter), styles));
  }
  return pages;
}
