import type { Call } from '../../../contract/call.ts';
import type * as contract from '../../../contract/calls.ts';

type CallName = keyof typeof contract;

export interface NamedCall {
  name: CallName;
  call: Call;
}

interface CallGroup {
  /** id of the group in the address */
  id: string;
  title: string;
  calls: readonly NamedCall[];
}

/** Groups by path: calls about money and about friends are under `/user/` too. */
const groups: readonly { id: string; title: string; path: RegExp }[] = [
  { id: 'withdrawals', title: 'Withdrawals', path: /^\/api\/user\/.*(withdraw|wdinfo)/i },
  { id: 'invites', title: 'Invites & shares', path: /^\/api\/user\/.*(invite|share|extra)/i },
  { id: 'account', title: 'Account', path: /^\/api\/user\// },
  { id: 'videos', title: 'Videos', path: /^\/api\/video\// },
  { id: 'ads', title: 'Ads', path: /^\/api\/ad\// },
  { id: 'claims', title: 'Claims', path: /^\/api\/claim\// },
  { id: 'tasks', title: 'Tasks', path: /^\/api\/task\// },
  { id: 'reports', title: 'Reports', path: /^\/api\/report\// },
];

const ORDER = ['account', 'videos', 'ads', 'invites', 'tasks', 'claims', 'withdrawals', 'reports'];

/** Group of a call whose path matches none of the groups above. */
function unknownGroup(path: string) {
  const id = path.split('/')[2] ?? '';
  return { id, title: id.slice(0, 1).toUpperCase() + id.slice(1) };
}

const rank = ({ id }: CallGroup) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);

/** Every call in its group; a new call needs no entry here. */
export function groupCalls(calls: Readonly<Partial<Record<CallName, Call>>>): CallGroup[] {
  const found = new Map<string, { id: string; title: string; calls: NamedCall[] }>();
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const group = groups.find(({ path }) => path.test(call.path)) ?? unknownGroup(call.path);
    const known = found.get(group.id) ?? { id: group.id, title: group.title, calls: [] };
    known.calls.push({ name, call });
    found.set(group.id, known);
  }
  return [...found.values()].sort((left, right) => rank(left) - rank(right));
}

/** `watchAdReward` → `Watch ad reward`. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
