import { useEffect, useEffectEvent } from 'react';
import type { News } from './news.ts';
import { useSystem } from './system-context.tsx';

/** Listens to the machines' news for as long as the screen is seen. */
export function useNews(listener: (news: News) => void): void {
  const { effects } = useSystem();
  const hear = useEffectEvent(listener);
  useEffect(() => effects.news.subscribe(hear), [effects]);
}
