import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './tabs.css';

interface TabsProps {
  /** common name of the tabs, for screen readers */
  label: string;
  tabs: readonly { id: string; title: string }[];
  current: string;
  onSelect: (id: string) => void;
  /** content of the current tab */
  children: ReactNode;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Index of the tab that a key selects; null for other keys. */
function tabIndexForKey({ key, currentTarget }: KeyboardEvent, from: number, count: number) {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  if (step === undefined) return null;
  const isMirrored = getComputedStyle(currentTarget).direction === 'rtl';
  return (from + (isMirrored ? -step : step) + count) % count;
}

/** A list of tabs: one stop of the Tab key, arrow keys between them. */
export function Tabs({ label, tabs, current, onSelect, children }: TabsProps) {
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const from = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[tabIndexForKey(event, from, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(`${id}${next.id}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={id + tab.id}
            type="button"
            role="tab"
            aria-selected={tab.id === current}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${id}panel`} aria-labelledby={id + current}>
        {children}
      </div>
    </>
  );
}
