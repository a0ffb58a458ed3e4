import { generate } from 'lean-qr/nano';
import { createElement } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { RollingAmount } from '../../src/ui/amount.tsx';
import { Button } from '../../src/ui/button.tsx';
import { Field, Select } from '../../src/ui/field.tsx';
import QrCode from '../../src/ui/qr-code.tsx';
import { SkeletonRows } from '../../src/ui/skeleton-rows.tsx';
import { Tabs } from '../../src/ui/tabs.tsx';
import { draw, visibleText } from './render.tsx';

/** The value of an attribute of the first tag that matches. */
const valueIn = (html: string, tag: RegExp, attribute: string) =>
  new RegExp(` ${attribute}="([^"]*)"`).exec(tag.exec(html)?.[0] ?? '')?.[1];

describe.each([
  ['a text field', Field, /<input[^>]*>/],
  ['a select field', Select, /<select[^>]*>/],
] as const)('%s', (_, Control, tag) => {
  test.each([
    [{}, ''],
    [{ hint: 'In letters' }, 'In letters'],
    [{ error: 'Too long' }, 'Too long'],
    [{ hint: 'In letters', error: 'Too long' }, 'In letters Too long'],
  ])('shows its hint and its error, and has them read out in this order: %o', (notes, said) => {
    const html = draw(createElement(Control as typeof Field, { label: 'Name', ...notes }));
    expect(visibleText(html)).toBe(`Name ${said}`.trim());
    const described = (valueIn(html, tag, 'aria-describedby') ?? '').split(' ').filter(Boolean);
    const read = described.map((id) => html.split(` id="${id}"`)[1]?.match(/>([^<]*)</)?.[1]);
    expect(read.join(' ')).toBe(said);
  });
});

test.each([
  [false, 1, 0],
  [true, 0, 1],
])('a press is reported unless the button is busy: %s', (busy, told, prevented) => {
  const onClick = vi.fn();
  const preventDefault = vi.fn();
  Button({ busy, onClick }).props.onClick({ preventDefault });
  expect([onClick.mock.calls.length, preventDefault.mock.calls.length]).toEqual([told, prevented]);
});

test('every digit of a sum rolls, zeros too, and the sum is read out once', () => {
  const html = draw(createElement(RollingAmount, { value: '10.5000' }));
  expect(html.match(/<span class="rolling-wheel"/g)?.length).toBe('1050'.length);
  expect(visibleText(html)).toMatch(/^10\.50 /);
  const wheels = html.split('class="rolling-wheel"').slice(1);
  const digits = wheels.map((wheel) => wheel.match(/<span>(\d)<\/span>/g)?.join('') ?? '');
  expect(digits.map((each) => each.replace(/\D/g, ''))).toEqual(Array(4).fill('0123456789'));
});

test('only the mark of a skeleton row is round', () => {
  const shapes = [...draw(createElement(SkeletonRows)).matchAll(/class="(skeleton [^"]*)"/g)];
  const isRound = shapes.map(([, names]) => names?.includes('skeleton-round'));
  expect(isRound.slice(0, 4)).toEqual([true, false, false, false]);
});

test('a QR code has each of its dark modules, and no other', () => {
  const text = 'https://clipurse.test/?invite_code=K7QM2XWD';
  const html = draw(createElement(QrCode, { text, name: 'Link' }));
  const runs = [...(valueIn(html, /<path[^>]*>/, 'd') ?? '').matchAll(/M(\d+) (\d+)h(\d+)/g)];
  const drawn = runs.flatMap(([, x, y, length]) =>
    Array.from({ length: Number(length) }, (_, at) => `${Number(x) + at} ${y}`),
  );
  const code = generate(text);
  const sides = Array.from({ length: code.size }, (_, at) => at);
  const dark = sides.flatMap((y) => sides.flatMap((x) => (code.get(x, y) ? [`${x} ${y}`] : [])));
  expect(drawn).toEqual(dark);
});

test('a tab panel is labelled by its tab', () => {
  const tabs = [
    { id: 'a', title: 'First' },
    { id: 'b', title: 'Second' },
  ];
  const props = { label: 'Parts', tabs, current: 'b', onSelect: () => undefined, children: '' };
  const html = draw(createElement(Tabs, props));
  const name = valueIn(html, /<div[^>]*role="tabpanel"[^>]*>/, 'aria-labelledby');
  expect(html.split(` id="${name}"`)[1]).toMatch(/^[^>]*>Second</);
});
