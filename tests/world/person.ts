import { selectCurrentAd } from '../../machines/feed/feed.selectors.ts';
import { payElsewhere } from './server/claims.ts';
import { decide } from './server/money.ts';
import { names, type Step } from './steps.ts';
import { childOf, rootOf, type Window, type World } from './world.ts';

const HOUR_MS = 3_600_000;
/** Longer than a clip's watch time. */
const WATCH_MS = 5_000;
const SHARE_MS = 4_000;

type Pass = (ms: number) => Promise<void>;

function press(window: Window, key: string): void {
  const event = { key, preventDefault: () => undefined };
  window.page.target.tell('keydown', event);
}

const go = (window: Window, screen: keyof Window['app']['paths']) =>
  window.app.navigate(window.app.paths[screen]);

async function logIn(window: Window, username: string, pass: Pass): Promise<void> {
  const { user, isVisitor } = rootOf(window).context;
  if (names[(user?.id ?? 0) - 1] === username) return;
  if (!isVisitor) {
    childOf(window, 'auth')?.send({ type: 'logout.pressed' });
    await pass(1_000);
  }
  go(window, 'login');
  await pass(300);
  const form = { username, password: 'correct horse', keep: true };
  childOf(window, 'auth')?.send({ type: 'login.submitted', form });
}

/** Copies the link, leaves for another app, and returns. */
async function share(window: Window, pass: Pass): Promise<void> {
  const { screen } = rootOf(window).context;
  const place = screen === 'tasks' ? 'share-tasks' : screen === 'invite' ? 'share-invite' : null;
  const sharing = childOf(window, place ?? 'share-feed');
  // the feed's button may be pressed before the sharing module is loaded
  if (place) sharing?.send({ type: 'share.pressed' });
  else window.system.root.send({ type: 'share.pressed' });
  sharing?.send({ type: 'copy.pressed' });
  await pass(500);
  window.page.show(false);
  await pass(SHARE_MS);
  window.page.show(true);
}

const confirm = (window: Window) =>
  childOf(window, 'withdrawal')?.send({ type: 'confirm.pressed' });

async function withdraw(window: Window, pass: Pass): Promise<void> {
  go(window, 'withdraw');
  await pass(1_500);
  const withdrawal = childOf(window, 'withdrawal');
  withdrawal?.send({ type: 'done.pressed' });
  await pass(1_000);
  withdrawal?.send({ type: 'amount.changed', text: '1' });
  const payee = childOf(window, 'withdrawInfo')?.getSnapshot().context.info ?? null;
  withdrawal?.send({ type: 'withdraw.pressed', payee });
  confirm(window);
}

/** Withdraws: the request arrives, its answer is lost, and the person confirms the withdrawal again. */
async function withdrawUnheard(world: World, pass: Pass): Promise<void> {
  world.setNetwork('forgetful');
  await withdraw(world.front, pass);
  await pass(2_000);
  world.setNetwork('whole');
  confirm(world.front);
}

async function claimTask(window: Window, pass: Pass): Promise<void> {
  go(window, 'tasks');
  await pass(1_500);
  const tasks = childOf(window, 'tasks')?.getSnapshot();
  tasks?.children.download_app?.send({ type: 'claim.pressed' });
}

/** Earns on another phone during the next clip here: the two watches overlap. */
async function earnElsewhere(world: World, pass: Pass): Promise<void> {
  const { server, front } = world;
  go(front, 'feed');
  await pass(300);
  press(front, 'ArrowDown');
  await pass(1_500);
  const { user } = rootOf(front).context;
  if (user) payElsewhere(server.account(user.id), server.rules, server.nowMs);
  await pass(WATCH_MS);
}

/** Watches a clip whose claim cannot be sent, and logs in as the other user. */
async function handOver(world: World, pass: Pass): Promise<void> {
  const { user } = rootOf(world.front).context;
  world.setNetwork('cut');
  await pass(WATCH_MS);
  world.setNetwork('whole');
  await logIn(world.front, names[2 - (user?.id ?? 1)] ?? names[0], pass);
  await pass(2_000);
}

function onStage(window: Window, what: Step['do']): void {
  const feed = childOf(window, 'feed');
  if (what === 'next') press(window, 'ArrowDown');
  else if (what === 'previous') press(window, 'ArrowUp');
  else if (what === 'pause') feed?.send({ type: 'pause.pressed' });
  else if (what === 'play') feed?.send({ type: 'play.pressed' });
  else if (what === 'sound') feed?.send({ type: 'sound.pressed', isOn: true });
  else if (feed) selectCurrentAd(feed.getSnapshot())?.send({ type: 'learnMore.pressed' });
}

function windows(world: World, what: Step['do']): void {
  const { front } = world;
  if (what === 'kill') {
    world.close(front);
    world.open();
  } else if (what === 'kill all') {
    for (const window of [...world.windows]) world.close(window);
    world.open();
  } else if (what === 'reload') {
    world.reload(front);
  } else if (what === 'open window') {
    if (world.windows.length < 2) world.open();
  } else if (what === 'close window') {
    if (world.windows.length > 1) world.close(front);
    world.front.page.show(true);
  } else if (what === 'other window') {
    world.toFront(world.windows.at(-1) as Window);
  }
}

function operate(world: World, act: Extract<Step, { do: 'operator' }>['act']): void {
  const { server } = world;
  if (act === 'pauses' || act === 'resumes') server.rules.arePaused = act === 'pauses';
  else {
    const status = act === 'pays' ? 'paid' : 'rejected';
    for (const account of server.accounts) decide(account, status, server.nowMs);
  }
}

function outside(world: World, step: Step): boolean {
  const { front, device } = world;
  if (step.do === 'network') world.setNetwork(step.is);
  else if (step.do === 'storage') device.mode = step.is;
  else if (step.do === 'clock') {
    device.skewMs += step.byHours * HOUR_MS;
    device.setAtMs = world.clock.nowMs;
  } else if (step.do === 'sleep') world.sleep(step.hours * HOUR_MS);
  else if (step.do === 'hide') front.page.show(false);
  else if (step.do === 'show') front.page.show(true);
  else if (step.do === 'new version') front.page.worker.arrive();
  else if (step.do === 'update') childOf(front, 'appUpdate')?.send({ type: 'update.pressed' });
  else if (step.do === 'install') front.page.target.tell('appinstalled');
  else if (step.do === 'end sessions') world.server.endSessions(step.code);
  else if (step.do === 'operator') operate(world, step.act);
  else return false;
  return true;
}

/** Does one step, and lets its time pass. */
export async function take(world: World, step: Step, pass: Pass): Promise<void> {
  const { front } = world;
  front.page.hasGesture = true;
  if (outside(world, step)) return;
  if (step.do === 'watch') {
    if (rootOf(front).context.screen !== 'feed') go(front, 'feed');
    front.page.show(true);
    await pass(WATCH_MS);
  } else if (step.do === 'wait') await pass(step.ms);
  else if (step.do === 'log in') await logIn(front, step.as, pass);
  else if (step.do === 'log out') childOf(front, 'auth')?.send({ type: 'logout.pressed' });
  else if (step.do === 'open') go(front, step.screen);
  else if (step.do === 'share') await share(front, pass);
  else if (step.do === 'withdraw') await withdraw(front, pass);
  else if (step.do === 'withdraw unheard') await withdrawUnheard(world, pass);
  else if (step.do === 'confirm') confirm(front);
  else if (step.do === 'cancel') childOf(front, 'withdrawal')?.send({ type: 'cancel.pressed' });
  else if (step.do === 'send now') childOf(front, 'outbox')?.send({ type: 'send.pressed' });
  else if (step.do === 'another phone earns') await earnElsewhere(world, pass);
  else if (step.do === 'hand over') await handOver(world, pass);
  else if (step.do === 'claim the task') await claimTask(front, pass);
  else {
    windows(world, step.do);
    onStage(front, step.do);
  }
}
