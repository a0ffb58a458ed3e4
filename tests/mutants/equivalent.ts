/** Faults that change nothing that anybody could notice, by name, and why. */
export const equivalent: Readonly<Record<string, string>> = {
  'machines/limit.machine.ts:59:constant:1':
    'before there is a count nobody is out of views, and only then it is asked for',
  'machines/data-used.machine.ts:53:constant:2':
    'how many are being added is taken anew at once, before anybody asks',
  'machines/clip-loading.machine.ts:112:constant:1':
    'whether data is saved is decided before anybody can look, and is said by either answer',
  'machines/withdrawal/rules.ts:65:constant:2':
    'what comes after the nine of each of these scripts is no digit, and only digits are read',
  'machines/app/sharing.ts:5:target:1':
    'who is there is known before what shares has come, visitors too, and that leads to idle',
  'machines/feed/context.ts:102:constant:1':
    'it is asked for only when the list has come, which says what it is',
  'machines/feed/context.ts:103:constant:1':
    'it is asked for only when the list has come, which says what it is',
  'machines/feed/list.ts:31:target:1':
    'without a clip the list runs low, for which watching leads to loading at once',
  'machines/outbox/sending.ts:80:target:1':
    'what was too early is due then, for which either state leads to sending at once',
  'machines/push/granted.ts:14:target:1':
    'who has left is no user any more, for whom deciding leads to waiting at once',
  'src/ports/claim-store.ts:146:constant:1':
    'whether any claim was set aside is asked and told, never how many',
  'src/ports/transfers.ts:9:operand:2':
    'the worker says what it has fetched since it was last asked: more questions, the same sum',
  'src/app/actors/entering.ts:32:constant:1':
    'whoever logs in from nobody knows where waits a millisecond longer than half a second',
  'src/app/system/effects.ts:113:constant:1':
    'nineteen random digits are as unlike any others as twenty: nothing asks how many they are',
  'src/app/system/on-idle.ts:6:constant:1':
    'a page is taken for quiet a millisecond later than after a second and a half',
  'src/ports/app-update.ts:2:constant:2':
    'a newer version is looked for sixty milliseconds later than every hour',
  'src/ports/clip-scroller.ts:30:constant:1':
    'what has no height stands at its top: nought, whatever it is divided by',
  'src/ports/strain.ts:16:operator:2':
    'a dropped frame counts among all: where none has come none was dropped, but on another clip that has shown exactly as many',
  'src/screens/withdraw/info-card.tsx:115:field:2':
    'the names of countries fall back to the code by themselves: what stands there is never read',
  'src/app/shell/ticker.tsx:14:constant:1':
    'which colour a name has is left to chance: it is still the same one each time',
  'src/app/shell/ticker.tsx:18:operator:2':
    'which colour a name has is left to chance: an angle below nought is one of the circle, too',
  'src/ui/back.ts:43:constant:1':
    'the wait has ended with the first step: a listener that is told of later ones does nothing',
  'src/ui/tabs.tsx:48:constant:2': 'whatever is less than nought is no stop of the keyboard',
  'server/database/migrations/0002_accounts.sql:33:sql:1':
    'which rows an index holds changes how fast they are found, and nothing else',
  'server/database/migrations/0005_withdrawals.sql:48:sql:1':
    'an index that is not unique is read in both directions: it decides how fast, never what',
  'server/database/migrations/0020_web_push.sql:10:sql:1':
    'an index that is not unique decides how fast a session is found, never which',
  'server/database/database.ts:51:constant:1':
    'the last statement and the commit go in one message or in two: it decides how fast, never what',
  'server/database/embedded/launch.ts:15:constant:1':
    'Postgres’s log may be a byte longer before it is begun anew',
  'server/database/embedded/launch.ts:89:constant:1':
    'of a new log only the reason of a failure is read, which never begins with its first byte',
  'server/domain/ad-provider.ts:57:constant:2':
    'a count always has its row: what stands there for none is never read',
  'server/domain/videos.ts:150:constant:1':
    'every user has a row of progress: what stands there for none is never read',
  'server/domain/earned.ts:78:sql:5':
    'a watch takes less than a day: one of two days before has ended before yesterday has',
  'server/domain/progress.ts:82:sql:1':
    'what was served at midnight stays among the earlier times, of which the first counts',
  'server/http/openapi/examples.ts:98:constant:1':
    'an example of the documentation, which is held against the contract: any count is one',
  'server/http/openapi/examples.ts:201:constant:1':
    'an example of the documentation, which is held against the contract: both answers occur',
  'server/http/openapi/examples.ts:217:constant:1':
    'an example of the documentation, which is held against the contract: any id is one',
  'server/operator/media/inspect.ts:11:constant:2':
    'how much of a file is read at a time changes nothing of what is found in it',
  'server/operator/payouts/csv.ts:40:constant:1':
    'only the first piece is looked at, however many are cut off',
  'server/domain/payout-methods.ts:111:constant:2':
    'a count always has its row: what stands there for none is never read',
  'server/domain/outbox.ts:32:sql:2':
    'how many rewards a batch has decides how fast they arrive: what is left follows at once',
  'server/domain/welcome.ts:105:sql:1':
    'Postgres gives an empty list no length at all: it is never nought',
  'server/domain/outbox.ts:81:constant:3':
    'a statement that selects two figures has one row: what stands there for none is never read',
  'server/domain/settlement.ts:23:sql:3':
    'of what waits no longer nobody reads whether it needs a second operator',
  'server/domain/videos.ts:108:constant:3':
    'every user has a row of progress: what stands there for none is never read',
  'server/http/idempotency.ts:132:condition:1':
    'fields that are always sorted backwards are sorted too: only that it is always the same counts',
  'server/http/input.ts:24:constant:1':
    'a call without a query has a field of one letter then, which no call knows',
  'server/http/known-tokens.ts:2:constant:1':
    'of some fifty thousand tokens one more is kept: only memory, and nobody is refused for it',
  'server/http/openapi/example-shapes.ts:51:constant:1':
    'an example of the documentation, which is held against the contract: both answers occur',
  'server/app.ts:42:constant:1':
    'a request may take a millisecond longer than half a minute to come',
  'server/operator/media/input.ts:73:constant:1':
    'only how many bytes there are is asked: which of them comes with the answer is not looked at',
  'server/http/openapi/examples.ts:101:constant:1':
    'an example of the documentation, which is held against the contract: any count is one',
  'server/http/openapi/examples.ts:101:constant:4':
    'an example of the documentation, which is held against the contract: any count is one',
  'server/domain/watch-tickets.ts:36:constant:1':
    'fifteen random bytes are as unlike any others as sixteen: nothing asks how many they are',
  'server/operator/media/ffmpeg.ts:5:constant:2':
    'five minutes for a film are five milliseconds longer',
};
