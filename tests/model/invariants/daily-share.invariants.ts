import { dailyShare as model } from '../models.share.ts';
import { offline, refused } from '../samples.ts';
import { always, type Invariants, invariant, isOn, type Run } from './invariant.ts';

/** A model with two days, and the shares of both. */
const days = {
  ...model(null),
  isWithin: () => true,
  events: ['2026-01-02', '2026-01-03'].flatMap((day, at) => [
    { type: 'share.made', day, videoId: at + 7 },
    { type: 'share.paid', id: `n-share-${at + 1}-1` },
    {
      type: 'share.refused',
      id: `n-share-${at + 1}-1`,
      failure: refused('already_claimed'),
      videoId: at + 7,
    },
    { type: 'share.refused', id: `n-share-${at + 1}-1`, failure: offline },
    { type: 'share.refusedElsewhere', id: `n-share-${at + 1}-1` },
    { type: 'share.paid', id: `o-share-${at + 1}-1` },
  ]),
};

const claims = (run: Run): string[] => run.told('claim.made').map(({ claim }) => claim.id);
/** The day of this claim's share. */
const dayOf = (run: Run, id: string) =>
  run.moments.find(({ told }) => told.some(({ claim }) => claim?.id === id))?.event.day;
const isOpen = (run: Run, id: string) =>
  run.known.claimed.some((each: { id: string }) => each.id === id);
const isClaimedElsewhere = (run: Run) =>
  run.on('share.refused') && run.event.failure.reason === 'already_claimed';

export const dailyShare: Invariants = {
  runs: [days],
  invariants: [
    invariant(
      'the first share of a UTC day is claimed, and every other one is counted',
      (run) => run.on('share.made'),
      (run) => {
        const { day } = run.event;
        const isFirst =
          day !== run.known.lastDay &&
          !run.known.claimed.some((each: { day: string }) => each.day === day);
        const made = run.tells('claim.made').length;
        const before =
          run.known.uncounted.length +
          run.past.filter(({ began }) => began.some(({ src }) => src === 'incrementShare')).length;
        const after = run.context.uncounted.length + run.began('incrementShare').length;
        return isFirst ? made === 1 && after === before : made === 0 && after === before + 1;
      },
    ),
    always(
      'no two claims have the same id',
      (run) => new Set(claims(run)).size === claims(run).length,
    ),
    invariant(
      'claim and count carry the id of the shared clip',
      (run) => run.on('share.made') || isClaimedElsewhere(run),
      (run) =>
        [
          ...run.tells('claim.made').map(({ claim }) => claim.videoId),
          ...run
            .begins('incrementShare')
            .map(({ input }) => (input as { videoId: number }).videoId),
          ...run.context.uncounted
            .slice(run.known.uncounted.length)
            .map(({ videoId }: { videoId: number }) => videoId),
        ].join() === [run.event.videoId].join(),
    ),
    invariant(
      'each claim is a claimShareReward without an item',
      (run) => run.tells('claim.made').length > 0,
      (run) =>
        run
          .tells('claim.made')
          .every(({ claim: { call, itemId } }) => call === 'claimShareReward' && itemId === null),
    ),
    invariant(
      'the last day changes only when the server has paid its share, or reports it as paid',
      (run) => run.past.length > 0 && run.context.lastDay !== run.known.lastDay,
      (run) =>
        (run.on('share.paid') || isClaimedElsewhere(run)) &&
        run.context.lastDay === dayOf(run, run.event.id),
    ),
    invariant(
      'a paid share stores its day, ends its claim, and is not counted again',
      (run) => run.on('share.paid') && isOpen(run, run.event.id),
      (run) =>
        run.context.lastDay >= dayOf(run, run.event.id) &&
        run.does('storeDay').length === 1 &&
        run.now.told.length === 0 &&
        !run.context.claimed.some((each: { id: string }) => each.id === run.event.id),
    ),
    invariant(
      'outcomes of claims of other pages change no day here, and store nothing',
      (run) => run.on('share.paid', 'share.refused') && !isOpen(run, run.event.id),
      (run) => run.does('storeDay').length === 0 && run.context.lastDay === run.known.lastDay,
    ),
    invariant(
      'a share refused in another window ends its claim here, without a message or a count',
      (run) => run.on('share.refusedElsewhere'),
      (run) =>
        run.now.told.length === 0 &&
        run.begins('incrementShare').length === 0 &&
        run.context.uncounted.length === run.known.uncounted.length &&
        !run.context.claimed.some((each: { id: string }) => each.id === run.event.id),
    ),
    always(
      'the last day never becomes an earlier one',
      (run) => run.past.length === 0 || (run.context.lastDay ?? '') >= (run.known.lastDay ?? ''),
    ),
    invariant(
      'a share whose day was claimed on another device stores the day, and is counted',
      (run) => isClaimedElsewhere(run),
      (run) =>
        run.does('storeDay').length === (isOpen(run, run.event.id) ? 1 : 0) &&
        run.context.uncounted.length + run.begins('incrementShare').length ===
          run.known.uncounted.length + 1,
    ),
    invariant(
      'a refusal is reported, and the day can be claimed again',
      (run) => run.on('share.refused') && !isClaimedElsewhere(run),
      (run) =>
        run.tells('share.creditFailed')[0]?.failure === run.event.failure &&
        run.context.lastDay === run.known.lastDay &&
        !run.context.claimed.some((each: { id: string }) => each.id === run.event.id),
    ),
    invariant(
      'shares are counted one at a time, once each; success and failure are sent to the root',
      (run) => run.was('counting') && (run.gets('incrementShare') || run.loses('incrementShare')),
      (run) => {
        const isTold = run.tells('share.counted').length === 1;
        const isSaid = run.tells('share.creditFailed')[0]?.failure.kind === run.event.error?.kind;
        const isNext = run.known.uncounted.length > 0;
        return (
          (run.gets('incrementShare') ? isTold : isSaid) &&
          run.is(isNext ? 'counting' : 'idle') &&
          run.context.uncounted.length === run.known.uncounted.length - (isNext ? 1 : 0)
        );
      },
    ),
    always(
      'no share waits to be counted in state idle',
      (run) => !run.is('idle') || run.context.uncounted.length === 0,
    ),
    invariant(
      'no more shares are counted than were made',
      (run) => run.begins('incrementShare').length > 0,
      (run) =>
        run.began('incrementShare').length <=
        run.moments.filter(isOn('share.made', 'share.refused')).length,
    ),
  ],
};
