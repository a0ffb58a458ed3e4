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
    fault: 'one subscription has several spellings',
    file: subscriptions,
    find: 'url?.href !== endpoint ||',
    replace: 'url === null ||',
    tests: ['push-subscriptions.test.ts'],
  },
  {
    fault: 'a subscription stays with the previous user of the device',
    file: subscriptions,
    find: 'and token_hash <> $2`',
    replace: "and token_hash <> $2 and web_push = '{}'`",
    tests: ['push-subscriptions.test.ts'],
  },
  {
    fault: 'a redirect of a push service is followed',
    file: webPush,
    find: "redirect: 'manual',",
    replace: '',
    tests: ['web-push.test.ts'],
  },
  {
    fault: 'a subscription that has ended is kept',
    file: webPush,
    find: 'if (GONE.includes(status))',
    replace: 'if (status === 0)',
    tests: ['web-push.test.ts'],
  },
  {
    fault: 'a push service that is trusted no longer is called',
    file: webPush,
    find: 'if (!isAtPushService(to.endpoint, hosts)) ',
    replace: 'if (!isAtPushService(to.endpoint, [new URL(to.endpoint).host])) ',
    tests: ['web-push.test.ts'],
  },
];
