import { expect, test } from 'vitest';
import { durationIn } from '../../src/app/components/length-of-time.ts';

test.each([
  ['en', '24 hours', '24 hours'],
  ['de', '24 hours', '24 Stunden'],
  ['ar', '24 hours', '24 ساعة'],
  ['fa', '24 hours', '۲۴ ساعت'],
  ['bn', '24 Hours', '২৪ ঘণ্টা'],
  ['ta', '3 days', '3 நாட்கள்'],
  ['ru', '1 hour', '1 час'],
  ['ru', '3 days', '3 дня'],
  ['ru', '1-3 days', '1–3 дня'],
  ['fa', '1 – 3 days', '۱–۳ روز'],
  ['ja', '2 weeks', '2 週間'],
  ['pl', '30 minutes', '30 minut'],
  // all other texts are shown as the operator wrote them
  ['de', '24 Stunden', '24 Stunden'],
  ['de', '3 working days', '3 working days'],
  ['de', 'a day', 'a day'],
  ['de', '', ''],
])('the language %s shows the duration %j as %j', (locale, text, said) => {
  expect(durationIn(locale, text).replace(/\s/g, ' ')).toBe(said);
});
