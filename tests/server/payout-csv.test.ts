import { describe, expect, test } from 'vitest';
import { CsvError, csvOf, readCsv } from '../../server/operator/payouts/csv.ts';

describe('what banks and spreadsheets write is read', () => {
  test.each([
    ['with commas', 'reference,result\nB1-W2,paid\n'],
    ['with semicolons', 'reference;result\nB1-W2;paid\n'],
    ['in lines of Windows, with a mark in front', '\uFEFFreference,result\r\nB1-W2,paid\r\n'],
    ['in quotes, the last line without its end', '"reference","result"\n"B1-W2","paid"'],
    ['with blanks and empty lines', ' reference , result \n\n,\n B1-W2 , paid \n'],
  ])('%s', (_, text) => {
    expect(readCsv(text, [])).toEqual([{ reference: 'B1-W2', result: 'paid' }]);
  });

  test('a semicolon among commas is text, and so is a comma in quotes', () => {
    expect(readCsv('a,b;c\n1,2;3\n', [])).toEqual([{ a: '1', 'b;c': '2;3' }]);
    expect(readCsv('a;b\n"1,2";"no"\n', [])).toEqual([{ a: '1,2', b: 'no' }]);
  });

  test.each(['a,b\n1,', 'a,b\n1,\n', 'a,b\r\n1,\r\n'])('%j ends with an empty cell', (text) => {
    expect(readCsv(text, [])).toEqual([{ a: '1', b: '' }]);
  });

  test('a column that is named twice or missing is named; what has no name is left', () => {
    const read = (text: string) => () => readCsv(text, ['a', 'b']);
    expect(read('a,b, a \n1,2,3\n')).toThrow(
      new CsvError('the first line names the column "a" twice'),
    );
    expect(read('c\n1\n')).toThrow(new CsvError('the first line must name the columns: a, b'));
    expect(read('')).toThrow(new CsvError('the first line must name the columns: a, b'));
    expect(read('a,b,,\n1,2,,\n')()).toEqual([{ a: '1', b: '2', '': '' }]);
  });

  test('a line of other cells than the first is named, and a quote that is not closed', () => {
    expect(() => readCsv('a,b\n1,2\n3\n', [])).toThrow(new CsvError('entry 2 has 1 cells, not 2'));
    expect(() => readCsv('a,b\n1,2\n"3', [])).toThrow(
      new CsvError('line 3: a quote is not closed'),
    );
  });
});

test('what is written can be read again, and no spreadsheet computes it', () => {
  const written = csvOf([
    ['name', 'note'],
    ['=1+1', 'a "b", c; d'],
    ['-5', 'two\nlines'],
  ]).toString();
  expect(written).toBe('name,note\r\n\'=1+1,"a ""b"", c; d"\r\n\'-5,"two\nlines"\r\n');
  expect(readCsv(written, [])).toEqual([
    { name: "'=1+1", note: 'a "b", c; d' },
    { name: "'-5", note: 'two\nlines' },
  ]);
});
