import { describe, expect, test } from 'vitest';
import { csvForSpreadsheet, csvOf } from '../../server/domain/csv.ts';
import { OperatorError } from '../../server/operator/command.ts';
import { CsvError, readCsv } from '../../server/operator/payouts/csv.ts';
import { readResults } from '../../server/operator/payouts/results.ts';
import { decodeText } from '../../server/operator/text-file.ts';

const cellsOf = (text: string, required: readonly string[] = []) =>
  readCsv(text, required).map(({ cells }) => cells);

describe('a CSV file of a bank or a spreadsheet is read', () => {
  test.each([
    ['with commas', 'reference,result\nB1-W2,paid\n'],
    ['with semicolons', 'reference;result\nB1-W2;paid\n'],
    ['with Windows line ends and a byte order mark', '\uFEFFreference,result\r\nB1-W2,paid\r\n'],
    ['in quotes, without a line end after the last line', '"reference","result"\n"B1-W2","paid"'],
    ['with blanks and empty lines', ' reference , result \n\n,\n B1-W2 , paid \n'],
  ])('%s', (_, text) => {
    expect(cellsOf(text)).toEqual([{ reference: 'B1-W2', result: 'paid' }]);
  });

  test('a semicolon among commas is text, and so is a comma in quotes', () => {
    expect(cellsOf('a,b;c\n1,2;3\n')).toEqual([{ a: '1', 'b;c': '2;3' }]);
    expect(cellsOf('a;b\n"1,2";"no"\n')).toEqual([{ a: '1,2', b: 'no' }]);
  });

  test.each(['a,b\n1,', 'a,b\n1,\n', 'a,b\r\n1,\r\n'])('%j ends with an empty cell', (text) => {
    expect(cellsOf(text)).toEqual([{ a: '1', b: '' }]);
  });

  test('a column named twice or missing is refused by name; a column without a name is allowed', () => {
    const read = (text: string) => () => cellsOf(text, ['a', 'b']);
    expect(read('a,b, a \n1,2,3\n')).toThrow(
      new CsvError('the first line names the column "a" twice'),
    );
    expect(read('c\n1\n')).toThrow(new CsvError('the first line must name the columns: a, b'));
    expect(read('')).toThrow(new CsvError('the first line must name the columns: a, b'));
    expect(read('a,b,,\n1,2,,\n')()).toEqual([{ a: '1', b: '2', '': '' }]);
  });

  test('a line with another number of cells, or with an open quote, is refused by number', () => {
    expect(() => readCsv('a,b\n1,2\n3\n', [])).toThrow(new CsvError('line 3 has 1 cells, not 2'));
    expect(() => readCsv('a,b\n1,2\n"3', [])).toThrow(
      new CsvError('line 3: a quote is not closed'),
    );
  });
});

const HARD = [
  ['name', 'note'],
  ['=1+1', 'a "b", c; d'],
  ['+254712345678', 'two\nlines'],
];

test('a CSV file for machines is exact, and can be read again', () => {
  const written = csvOf(HARD).toString();
  expect(written).toBe('name,note\r\n=1+1,"a ""b"", c; d"\r\n+254712345678,"two\nlines"\r\n');
  expect(cellsOf(written)).toEqual([
    { name: '=1+1', note: 'a "b", c; d' },
    { name: '+254712345678', note: 'two\nlines' },
  ]);
});

test.each([
  '=1',
  '+1',
  '-1',
  '@a',
  '＝1',
  '＋1',
  '－1',
  '＠a',
  ' =1',
  '\u200b=1',
  '\u00a0+1',
  '−1',
])('a CSV file for people guards cells that a spreadsheet would compute: %j', (cell) => {
  expect(csvForSpreadsheet([[cell, `a${cell}`]]).toString()).toBe(`'${cell},a${cell}\r\n`);
});

test.each(['\t=1', '\r1', '\n1'])(
  'a CSV file for people guards cells that begin with a control character: %j',
  (cell) => {
    expect(csvForSpreadsheet([[cell]]).toString()).toMatch(/^"?'/);
  },
);

const record = { reference: 'B1-W2', result: 'paid' };

describe('a CSV file of an old spreadsheet is read', () => {
  test.each([
    ['lines that end with CR', 'reference,result\rB1-W2,paid\r', 2],
    ['tabs', 'reference\tresult\nB1-W2\tpaid\n', 2],
    ['a line that names the separator', 'sep=;\r\nreference;result\r\nB1-W2;paid\r\n', 3],
    [
      'a line that names the separator, after a byte order mark',
      '\uFEFFsep=,\nreference,result\nB1-W2,paid\n',
      3,
    ],
    ['column names in capitals', 'Reference,RESULT\nB1-W2,paid\n', 2],
    ['an empty line before the data', 'reference,result\n\nB1-W2,paid\n', 3],
  ])('%s', (_, text, line) => {
    expect(readCsv(text, ['reference', 'result'])).toEqual([{ line, cells: record }]);
  });
});

test('a decimal comma is read; a comma that could mark thousands is refused with its line', () => {
  const amounts = (text: string) =>
    readResults(`reference;result;amount\nB1-W2;paid;${text}\n`).results.map(
      ({ amount }) => amount,
    );
  expect(['5,0', '5,25', '5,0001', '5.25'].map(amounts)).toEqual([
    [50_000n],
    [52_500n],
    [50_001n],
    [52_500n],
  ]);
  for (const text of ['1,234', '1.234,50', '1,5,0']) {
    expect(() => amounts(text)).toThrow(new OperatorError(`line 2: "${text}" is no amount`));
  }
  expect(() => readResults('reference,result\nB1-W2,done\n')).toThrow(
    new OperatorError('line 2: result must be paid or failed'),
  );
});

const WORDS = 'Konto gelöscht';
const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>${WORDS}</a>`;
const utf16 = (text: string, mark = '') => Buffer.from(mark + text, 'utf16le');

test.each<[string, Buffer, string | null]>([
  ['UTF-8', Buffer.from(xml('UTF-8')), null],
  ['ISO-8859-1 that the XML declares', Buffer.from(xml('ISO-8859-1'), 'latin1'), null],
  ['windows-1252 that the XML declares', Buffer.from(xml('windows-1252'), 'latin1'), null],
  ['UTF-16 with a byte order mark', utf16(xml('UTF-16'), '\uFEFF'), null],
  ['UTF-16 without a byte order mark', utf16(xml('UTF-16')), null],
  ['UTF-16 in big-endian order', utf16(`\uFEFF${WORDS}`).swap16(), null],
  ['a CSV file with a named encoding', Buffer.from(`reason\n${WORDS}\n`, 'latin1'), 'windows-1252'],
])('%s is read', (_, bytes, encoding) => {
  expect(decodeText(bytes, 'f', encoding)).toContain(WORDS);
});

test.each<[string, Buffer, string | null, string]>([
  [
    'an 8-bit CSV file without a named encoding',
    Buffer.from(`reason\n${WORDS}\n`, 'latin1'),
    null,
    'f: line 2 is not in utf-8: save it as UTF-8, or name its encoding where the command takes --encoding',
  ],
  [
    'a wrong declaration of the encoding',
    Buffer.from(xml('UTF-8'), 'latin1'),
    null,
    'f: line 1 is not in UTF-8: save it as UTF-8, or name its encoding where the command takes --encoding',
  ],
  [
    'an unknown encoding',
    Buffer.from(xml('klingon')),
    null,
    'f: "klingon" is no encoding that can be read',
  ],
  [
    'a replacement character',
    Buffer.from('reason\nKonto gel\ufffdscht'),
    null,
    'f: line 2 holds a sign that was lost, or is not in utf-8',
  ],
  [
    'UTF-8 under the name windows-1252',
    Buffer.from('reason\nŁ\u0081\n'),
    'windows-1252',
    'f: line 2 holds a sign that was lost, or is not in windows-1252',
  ],
])('%s is refused', (_, bytes, encoding, message) => {
  expect(() => decodeText(bytes, 'f', encoding)).toThrow(new OperatorError(message));
});
