/** Code of a function with the parameter `it`, and replacements as its faults. */
export type Written = readonly [code: string, ...faults: (readonly [find: string, put: string])[]];

/** A rule: the function's result without a fault, and with each. */
export interface Case {
  rule: string;
  written: Written;
  becomes: string;
  it?: () => unknown;
  says: readonly unknown[];
}

class Purse {
  held = 5;
  add(more: number) {
    return this.held + more;
  }
  take(less: number) {
    return this.held - less;
  }
}

const on = (id: number) => `globalThis.__fault__?.(${id})`;

export const cases: Case[] = [
  {
    rule: 'a read value',
    written: ['return it.sum;', ['sum', 'fee']],
    becomes: `return (${on(0)} ? (it.fee) : (it.sum));`,
    it: () => ({ sum: 1, fee: 2 }),
    says: [1, 2],
  },
  {
    rule: 'one fault within another',
    written: ['return it.a && it.b === 1;', ['it.a && it.b === 1', 'it.a'], ['1', '2']],
    becomes: `return (${on(0)} ? (it.a) : (it.a && it.b === (${on(1)} ? (2) : (1))));`,
    it: () => ({ a: 'yes', b: 1 }),
    says: [true, 'yes', false],
  },
  {
    rule: 'two faults of one value',
    written: ['return it.a < it.b;', ['<', '<='], ['it.a < it.b', '!(it.a < it.b)']],
    becomes: `return (${on(0)} ? (it.a <= it.b) : ${on(1)} ? (!(it.a < it.b)) : (it.a < it.b));`,
    it: () => ({ a: 1, b: 2 }),
    says: [true, true, false],
  },
  {
    rule: 'a called method: the whole call with its object',
    written: ['return it.add(2);', ['add', 'take']],
    becomes: `return (${on(0)} ? (it.take(2)) : (it.add(2)));`,
    it: () => new Purse(),
    says: [7, 3],
  },
  {
    rule: 'a part of an optional chain: the whole chain',
    written: ['return it.none?.list.length;', ['list', 'other']],
    becomes: `return (${on(0)} ? (it.none?.other.length) : (it.none?.list.length));`,
    it: () => ({}),
    says: [undefined, undefined],
  },
  {
    rule: 'the start of an optional chain',
    written: ['return it.a?.list;', ['it.a', 'it.b']],
    becomes: `return (${on(0)} ? (it.b) : (it.a))?.list;`,
    it: () => ({ a: { list: 1 } }),
    says: [1, undefined],
  },
  {
    rule: 'the left side of an assignment: the whole assignment',
    written: ['it.a = 5; return [it.a, it.b];', ['a', 'b']],
    becomes: `(${on(0)} ? (it.b = 5) : (it.a = 5)); return [it.a, it.b];`,
    it: () => ({ a: 1, b: 2 }),
    says: [
      [5, 2],
      [1, 5],
    ],
  },
  {
    rule: 'an assignment with an operator',
    written: ['it.a += 2; return it.a;', ['+=', '-=']],
    becomes: `(${on(0)} ? (it.a -= 2) : (it.a += 2)); return it.a;`,
    it: () => ({ a: 1 }),
    says: [3, -1],
  },
  {
    rule: 'the operand of an increment',
    written: ['it.a++; return [it.a, it.b];', ['a', 'b']],
    becomes: `(${on(0)} ? (it.b++) : (it.a++)); return [it.a, it.b];`,
    it: () => ({ a: 1, b: 1 }),
    says: [
      [2, 1],
      [1, 2],
    ],
  },
  {
    rule: 'a removed argument: the call',
    written: ['return Math.max(1, it.a);', ['it.a', '']],
    becomes: `return (${on(0)} ? (Math.max(1, )) : (Math.max(1, it.a)));`,
    it: () => ({ a: 3 }),
    says: [3, 1],
  },
  {
    rule: 'the name of a field: the object',
    written: ["return { 0: 'a' }[0];", ['0: ', '1: ']],
    becomes: `return (${on(0)} ? ({ 1: 'a' }) : ({ 0: 'a' }))[0];`,
    says: ['a', undefined],
  },
  {
    rule: 'the text of a template: the whole template',
    written: [`return \`sum \${it.a}\`;`, ['sum', 'fee']],
    becomes: `return (${on(0)} ? (\`fee \${it.a}\`) : (\`sum \${it.a}\`));`,
    it: () => ({ a: 1 }),
    says: ['sum 1', 'fee 1'],
  },
  {
    rule: 'a spread list',
    written: ['return [...it.a];', ['a]', 'b]']],
    becomes: `return (${on(0)} ? ([...it.b]) : ([...it.a]));`,
    it: () => ({ a: [1], b: [2] }),
    says: [[1], [2]],
  },
  {
    rule: 'a removed statement',
    written: ['it.push(1); return it;', ['it.push(1);', ';']],
    becomes: `(${on(0)} ? (undefined) : (it.push(1))); return it;`,
    it: () => [],
    says: [[1], []],
  },
  {
    rule: 'a destructured field',
    written: ['const { sum = 0, ...rest } = it; return [sum, rest];', ['sum', 'fee: sum']],
    becomes: `const { [${on(0)} ? ('fee') : ('sum')]: sum = 0, ...rest } = it; return [sum, rest];`,
    it: () => ({ sum: 1, fee: 2 }),
    says: [
      [1, { fee: 2 }],
      [2, { sum: 1 }],
    ],
  },
  {
    rule: 'a destructured field with another name',
    written: ['const { sum: paid } = it; return paid;', ['sum', 'fee']],
    becomes: `const { [${on(0)} ? ('fee') : ('sum')]: paid } = it; return paid;`,
    it: () => ({ sum: 1, fee: 2 }),
    says: [1, 2],
  },
  {
    rule: 'a removed handler',
    written: ['return <b onClick={it.press} />;', ['onClick={it.press}', '']],
    becomes: `return <b onClick={(${on(0)} ? (undefined) : (it.press))} />;`,
    it: () => ({ press: 1 }),
    says: [
      ['b', { onClick: 1 }],
      ['b', {}],
    ],
  },
  {
    rule: 'an element within another',
    written: ['return <p><b /></p>;', ['b', 'i']],
    becomes: `return <p>{${on(0)} ? (<i />) : (<b />)}</p>;`,
    says: [
      ['p', null, ['b', null]],
      ['p', null, ['i', null]],
    ],
  },
  {
    rule: 'a value in a message, with an unchanged name',
    written: [`return t\`You get \${it.sum}\`;`, ['sum', 'fee']],
    becomes: `return t\`You get \${(${on(0)} ? (it.fee) : (it.sum))}\`;`,
    it: () => ({ sum: 1, fee: 2 }),
    says: [
      ['You get ', 1],
      ['You get ', 2],
    ],
  },
  {
    rule: 'a value in the words of an element',
    written: ['return <Trans>You get {it.sum}</Trans>;', ['sum', 'fee']],
    becomes: `return <Trans>You get {(${on(0)} ? (it.fee) : (it.sum))}</Trans>;`,
    it: () => ({ sum: 1, fee: 2 }),
    says: [
      ['Trans', null, 'You get ', 1],
      ['Trans', null, 'You get ', 2],
    ],
  },
  {
    rule: 'the count of a message',
    written: ["return plural(it.a, { other: '#' });", ['it.a', 'it.b']],
    becomes: `return plural((${on(0)} ? (it.b) : (it.a)), { other: '#' });`,
    it: () => ({ a: 1, b: 2 }),
    says: [1, 2],
  },
];

/** Faults in a part of a message, or in code without a value, which cannot be switched. */
export const left: Written[] = [
  ["return plural(it.a, { other: '#' });", [", { other: '#' }", '']],
  ["return plural(it.a, { 1: 'one', other: '#' });", ['1:', '2:']],
  ['return <Trans>You get <b /></Trans>;', ['b', 'i']],
  ['return t`You get nothing`;', ['nothing', 'all']],
  ['for (;;) break;', ['break', 'continue']],
];
