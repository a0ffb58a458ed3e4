import { DOMImplementation, type Element, XMLSerializer } from '@xmldom/xmldom';
import { isIban, plainIban } from '../../domain/iban.ts';
import type { Payment } from '../../domain/payout-batches.ts';
import { OperatorError } from '../command.ts';
import { bankName } from './bank-text.ts';
import { type FileHead, sumOf, totalOf } from './file-head.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
function nameOf(name: string): string {
  const text = bankName(name);
  if (text === null) throw new OperatorError(`the name "${name}" cannot be written for a bank`);
  return text;
}

type Node = readonly [name: string, content: string | readonly Node[], currency?: string];

function append(parent: Element, [name, content, currency]: Node): void {
  const document = parent.ownerDocument;
  if (!document) throw new Error('an element of no document');
  const element = document.createElementNS(NAMESPACE, name);
  parent.appendChild(element);
  if (currency) element.setAttribute('Ccy', currency);
  if (typeof content === 'string') element.appendChild(document.createTextNode(content));
  else for (const child of content) append(element, child);
}

function transferOf(payment: Payment, ours: string): Node {
  const { payout_reference, recipient_name, account } = payment;
  const { amount, currency } = sumOf(payment, ours);
  const iban = plainIban(account);
  const id: Node = isIban(iban) ? ['IBAN', iban] : ['Othr', [['Id', account]]];
  return [
    'CdtTrfTxInf',
    [
      [
        'PmtId',
        [
          ['InstrId', payout_reference],
          ['EndToEndId', payout_reference],
        ],
      ],
      ['Amt', [['InstdAmt', amount, currency]]],
      ['Cdtr', [['Nm', nameOf(recipient_name)]]],
      ['CdtrAcct', [['Id', [id]]]],
      ['RmtInf', [['Ustrd', payout_reference]]],
    ],
  ];
}

/**
 * Writes a credit transfer initiation of ISO 20022, for banks.
 * @throws Error without a debtor, OperatorError for a name that banks cannot read
 */
export function drawPain001(
  { batchId, now, debtor, currency }: FileHead,
  payments: readonly Payment[],
): Buffer {
  if (!debtor) throw new Error('no debtor');
  const message = `B${batchId}`;
  const totals: Node[] = [
    ['NbOfTxs', String(payments.length)],
    ['CtrlSum', totalOf(payments.map((each) => sumOf(each, currency).amount))],
  ];
  const header: Node[] = [
    ['MsgId', message],
    ['CreDtTm', `${now.toISOString().slice(0, 19)}Z`],
    ...totals,
    ['InitgPty', [['Nm', nameOf(debtor.name)]]],
  ];
  const information: Node[] = [
    ['PmtInfId', message],
    ['PmtMtd', 'TRF'],
    ...totals,
    ['ReqdExctnDt', [['Dt', now.toISOString().slice(0, 10)]]],
    ['Dbtr', [['Nm', nameOf(debtor.name)]]],
    ['DbtrAcct', [['Id', [['IBAN', debtor.iban]]]]],
    ['DbtrAgt', [['FinInstnId', [['BICFI', debtor.bic]]]]],
    ['ChrgBr', 'SHAR'],
    ...payments.map((payment) => transferOf(payment, currency)),
  ];
  const document = new DOMImplementation().createDocument(NAMESPACE, 'Document', null);
  if (!document.documentElement) throw new Error('no root');
  append(document.documentElement, [
    'CstmrCdtTrfInitn',
    [
      ['GrpHdr', header],
      ['PmtInf', information],
    ],
  ]);
  const text = new XMLSerializer().serializeToString(document);
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`, 'utf8');
}
