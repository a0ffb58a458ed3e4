import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import type { Results, Verdict } from '../../domain/payout-results.ts';
import { OperatorError } from '../command.ts';
import { amountOf, reasonOf } from './result-words.ts';

/** Outcome of each final status of ISO 20022; payments with another status stay open. */
const OUTCOMES: Readonly<Record<string, Verdict['outcome']>> = {
  ACSC: 'paid',
  ACCC: 'paid',
  RJCT: 'failed',
  CANC: 'failed',
};

/** Codes of a rejected duplicate: the first payment stays in process, even if its duplicate fails. */
const COPIES: ReadonlySet<string> = new Set(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05']);

/** Codes of reasons that a member can act on; a bank's own words follow the reason. */
const REASONS = {
  AC01: 'account_wrong',
  AC03: 'account_wrong',
  AC04: 'account_closed',
  AC06: 'account_closed',
  BE01: 'name_mismatch',
  RC01: 'account_wrong',
} as const;

const isKnown = (code: string): code is keyof typeof REASONS => Object.hasOwn(REASONS, code);

/** Finds elements by a path of local names; the namespace differs with each bank's version. */
function below(from: Node, ...[name, ...rest]: readonly string[]): Element[] {
  const found = [...from.childNodes].filter(
    (node): node is Element => node.nodeType === node.ELEMENT_NODE && localOf(node) === name,
  );
  return rest.length === 0 ? found : found.flatMap((element) => below(element, ...rest));
}

const localOf = (node: Node) => (node as Element).localName ?? node.nodeName;
const textOf = (from: Node, ...path: readonly string[]) =>
  below(from, ...path)[0]?.textContent?.trim() ?? '';

/**
 * Reads an element's outcome and reason.
 * @param status name of the element with the status
 * @param isInCopy whether the enclosing part is a duplicate
 */
function judge(element: Element, status: string, isInCopy: boolean): Verdict {
  const words = textOf(element, 'StsRsnInf', 'AddtlInf');
  const codes = below(element, 'StsRsnInf', 'Rsn', 'Cd').map((code) => code.textContent?.trim());
  const code = codes[0] ?? '';
  const said = textOf(element, status);
  const outcome = OUTCOMES[said] ?? 'open';
  const isCopy = codes.some((code) => COPIES.has(code ?? ''));
  const isDuplicate = outcome === 'failed' ? isCopy || isInCopy : isCopy && said === '';
  return {
    outcome: isDuplicate ? 'duplicate' : outcome,
    reason: reasonOf(words, isKnown(code) ? REASONS[code] : undefined),
  };
}

function parse(content: string): Node {
  // forbidden in XML, but the parser accepts it, and the database cannot store it
  if (/&#x?0+;/.test(content))
    throw new OperatorError('the file is no XML: it contains the character NUL');
  let why = '';
  const onError = (level: 'warning' | 'error' | 'fatalError', words: string) => {
    if (level === 'warning') return;
    why = words;
    throw new Error(words);
  };
  try {
    return new DOMParser({ onError }).parseFromString(content, 'text/xml');
  } catch (error) {
    const [first] = (why || (error as Error).message).split('\n');
    throw new OperatorError(
      `the file is no XML, or it is incomplete (${first}): get the file from the bank again`,
    );
  }
}

/** Reads the status of one part of a batch, and of its payments. */
function readPart(part: Element, isInCopy: boolean): Results {
  const verdict = judge(part, 'PmtInfSts', isInCopy);
  const isCopy = isInCopy || verdict.outcome === 'duplicate';
  const results = below(part, 'TxInfAndSts').map((element) => {
    const [sum] = below(element, 'OrgnlTxRef', 'Amt', 'InstdAmt');
    return {
      ...judge(element, 'TxSts', isCopy),
      reference: textOf(element, 'OrgnlEndToEndId'),
      amount: amountOf(sum?.textContent?.trim()),
      currency: sum?.getAttribute('Ccy') || null,
    };
  });
  return { results, whole: [{ ...verdict, batch: textOf(part, 'OrgnlPmtInfId') }] };
}

/**
 * Reads a bank's payment status report on a batch. The status of a whole group counts for payments
 * without their own.
 * @throws OperatorError when the content is no such report
 */
export function readPain002(content: string): Results {
  const [report] = below(parse(content), 'Document', 'CstmrPmtStsRpt');
  if (!report) throw new OperatorError('the file is no payment status report (pain.002)');
  const group = below(report, 'OrgnlGrpInfAndSts').map((element) => ({
    ...judge(element, 'GrpSts', false),
    batch: textOf(element, 'OrgnlMsgId'),
  }));
  const isCopy = group.some(({ outcome }) => outcome === 'duplicate');
  const parts = below(report, 'OrgnlPmtInfAndSts').map((element) => readPart(element, isCopy));
  const whole = [...parts.flatMap((part) => part.whole), ...group];
  return {
    results: parts.flatMap(({ results }) => results),
    whole: whole.filter(({ outcome }) => outcome !== 'open'),
  };
}
