/** How the network behaves for a while. */
export const networkStates = [
  'whole',
  /** nothing comes back, and nothing arrives */
  'silent',
  'cut',
  /** the same, and the device knows */
  'off',
  /** what is moved is moved, but nobody learns of it */
  'forgetful',
  /** every answer takes long */
  'late',
  'unavailable',
  'faulty',
  'gateway',
  'portal',
] as const;
export type NetworkState = (typeof networkStates)[number];

interface Answer {
  status: number;
  text: string;
}

/** What becomes of a request on a network. */
export interface Fate {
  /** the server gets it */
  arrives: boolean;
  /** what somebody else than the server answers */
  instead: Answer | null;
  /** null: nothing is ever answered; `cut`: it fails */
  answers: 'answer' | 'cut' | null;
}

const HTML = '<!doctype html><title>Sign in</title>';
const failing = (status: number, text: string): Fate => ({
  arrives: false,
  instead: { status, text },
  answers: 'answer',
});
const fault = (code: number) =>
  failing(code, JSON.stringify({ code, msg: 'it failed', data: null }));

const whole: Fate = { arrives: true, instead: null, answers: 'answer' };
const cut: Fate = { arrives: false, instead: null, answers: 'cut' };

export function fateOf(network: NetworkState, method: string): Fate {
  switch (network) {
    case 'whole':
    case 'late':
      return whole;
    case 'silent':
      return { arrives: false, instead: null, answers: null };
    case 'cut':
    case 'off':
      return cut;
    case 'forgetful':
      return method === 'POST' ? { arrives: true, instead: null, answers: 'cut' } : whole;
    case 'unavailable':
      return fault(503);
    case 'faulty':
      return fault(500);
    case 'gateway':
      return failing(502, HTML);
    case 'portal':
      return failing(200, HTML);
  }
}

/** How long an answer takes; a person notices the long ones. */
export const answerMs = (network: NetworkState, chance: number) =>
  network === 'late' ? 3_000 + Math.round(chance * 9_000) : 30 + Math.round(chance * 300);

/** Whether a clip's file comes; null: it never ends. */
export const bringsFiles = (network: NetworkState): boolean | null =>
  network === 'silent'
    ? null
    : network === 'whole' || network === 'late' || network === 'forgetful';
