import { describe, expect, test } from 'vitest';
import { models } from './models.ts';
import { walkEveryEdge, withoutWayOut } from './walks.ts';

describe.each(Object.entries(models))('%s', (_name, beginnings) => {
  test('every state, event and transition is walked, live as in the model', async () => {
    const { walks, states, missed } = await walkEveryEdge(beginnings);
    expect(missed).toEqual([]);
    expect(walks).toBeGreaterThan(3);
    expect(withoutWayOut(states)).toEqual([]);
  });
});
