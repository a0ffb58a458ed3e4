import type { Mutant } from './mutant.ts';

const subscriptions = 'server/domain/push-subscriptions.ts';
const webPush = 'server/push/web-push.ts';

/** Mutants of web push. */
export const pushMutants: readonly Mutant[] = [
  {
    fault: 'a subscription may name any host',
    file: subscriptions,
    find: 'SERVICES.some((service) => service.test(url.host))',
    replace: "url.host !== ''",
    tests: ['push-subscriptions.test.ts'],
  },
  {
    fault: 'a push address that is not in normal form is accepted',
    file: subscriptions,
    find: 'url?.href !== endpoint ||',
    replace: 'url === null ||',
    tests: ['push-subscriptions.test.ts'],
  },
  {
    fault: 'the previous session of a device keeps its push subscription',
    file: subscriptions,
    find: 'and token_hash <> $2`',
    replace: "and token_hash <> $2 and web_push = '{}'`",
    tests: ['push-subscriptions.test.ts'],
  },
  {
    fault: 'the server follows the redirect of a push service',
    file: webPush,
    find: "redirect: 'manual',",
    replace: '',
    tests: ['web-push.test.ts'],
  },
  {
    fault: 'the server keeps an ended subscription',
    file: webPush,
    find: 'if (GONE.includes(status))',
    replace: 'if (status === 0)',
    tests: ['web-push.test.ts'],
  },
  {
    fault: 'the server calls a push service that the operator has removed',
    file: webPush,
    find: 'if (!isAtPushService(to.endpoint, hosts)) ',
    replace: 'if (!isAtPushService(to.endpoint, [new URL(to.endpoint).host])) ',
    tests: ['web-push.test.ts'],
  },
];
