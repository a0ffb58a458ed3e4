import { type Invariants, invariant, isOn, same } from './invariant.ts';

const passed = [
  'stage.approached',
  'stage.retreated',
  'stage.entered',
  'stage.left',
  'stage.covered',
  'stage.uncovered',
  'stage.recovered',
  'sound.changed',
  'play.pressed',
  'pause.pressed',
];

export const ad: Invariants = {
  invariants: [
    invariant(
      'an advertisement cannot be skipped before it has played',
      (run) => !run.moments.some(isOn('xstate.snapshot.clip')),
      (run) => run.is('locked'),
    ),
    invariant(
      'an advertisement can be skipped once it has played as long as the rules say, or cannot play',
      (run) => run.on('xstate.snapshot.clip'),
      (run) => {
        const { context, value } = run.event.snapshot;
        const isFree =
          context.watchedMs >= 3_000 || ['loadFailed', 'timedOut'].includes(value.playback.live);
        return run.is('skippable') === (run.was('skippable') || isFree);
      },
    ),
    invariant(
      'an advertisement is skipped only by a press, and only when it can be skipped',
      (run) => run.on('skip.pressed') || run.sends('ad.skipped').length > 0,
      (run) => {
        const skips = run.sends('ad.skipped');
        return run.was('skippable')
          ? same(
              skips.map(({ event }) => event.index),
              [run.context.index],
            )
          : skips.length === 0;
      },
    ),
    invariant(
      'only following the advertisement earns its click',
      (run) => run.past.length > 0,
      (run) => {
        const earned = run.sends('claim.earned');
        return (
          earned.length === (run.on('learnMore.pressed') ? 1 : 0) &&
          earned.every(({ to }) => to === 'click')
        );
      },
    ),
    invariant(
      'stage, sound and play events are passed on to the clip of the advertisement',
      (run) => run.on(...passed),
      (run) => {
        const [order, ...more] = run.now.sent;
        return more.length === 0 && order?.to === 'clip' && order.event === run.event;
      },
    ),
    invariant(
      'watching and following have a claim each, with its own id, reward and eligibility',
      (run) => run.past.length === 0,
      (run) => {
        const { ad, eligibility, idPrefix, rules, index } = run.context;
        const clip = run.given('video');
        const click = run.given('claim');
        const film = clip.video as Record<string, unknown> | undefined;
        return (
          clip.call === 'watchAdReward' &&
          clip.index === index &&
          clip.eligibility === eligibility.watch &&
          clip.isSoundPromptDue === false &&
          clip.idPrefix !== idPrefix &&
          film?.id === ad.id &&
          film?.reward === ad.watch_reward &&
          film?.watch_seconds === (ad.watch_seconds || rules.countdown_seconds) &&
          same(click.claimable, { call: 'clickAdReward', itemId: ad.id }) &&
          click.eligibility === eligibility.click &&
          click.idPrefix !== `${clip.idPrefix}-${ad.id}`
        );
      },
    ),
    invariant(
      'both claims get a new eligibility, and are renewed on another day',
      (run) => run.on('ad.known', 'ad.renewed'),
      (run) => {
        const told = run
          .sends(run.on('ad.known') ? 'eligibility.known' : 'eligibility.renewed')
          .map(({ to, event }) => [to, event.eligibility]);
        const { watch, click } = run.event.eligibility;
        return same(told, [
          ['clip', watch],
          ['click', click],
        ]);
      },
    ),
    invariant(
      'events of its clip change no state of the advertisement',
      (run) => run.on('clip.ready', 'clip.playing', 'clip.soundRefused'),
      (run) => same(run.now.before?.value, run.now.after.value),
    ),
  ],
};
