import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';

export interface Tab<Name extends string> {
  name: Name;
  label: ReactNode;
  content: ReactNode;
  /** Lives on while another tab is open, for example a call under way. */
  isKept?: boolean;
}

const TRIGGER =
  '-mb-px shrink-0 border-transparent border-b-2 px-3 py-2 font-medium text-ink-soft text-sm -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink';

const COLUMN = 'flex flex-col';

interface TabsProps<Name extends string> {
  /** What they choose between, for those who do not see it. */
  label: string;
  tabs: readonly Tab<Name>[];
  /** Kept in the address, so that a tab can be linked to. */
  value: Name;
  onChange: (name: Name) => void;
  /** Takes the height that is left in a column, and no more. */
  isFilling?: boolean;
}

export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, value, onChange, isFilling = false } = props;
  const choose = (chosen: string): void => {
    const tab = tabs.find(({ name }) => name === chosen);
    if (tab !== undefined) onChange(tab.name);
  };
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where there is no room for all, the chosen one shows.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[data-state="active"]');
    if (!list.current || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={choose} className={isFilling ? `min-h-0 flex-1 ${COLUMN}` : ''}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="relative mb-6 flex shrink-0 gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.name} value={tab.name} className={TRIGGER}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.name}
          value={tab.name}
          {...(tab.isKept && { forceMount: true })}
          className={classNames(
            'focus-visible:outline-offset-4 data-[state=inactive]:hidden',
            isFilling && `-m-1 min-h-0 flex-1 overflow-y-auto p-1 ${COLUMN}`,
          )}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
