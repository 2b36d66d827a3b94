import * as Radix from '@radix-ui/react-tabs';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { useCutSides } from '../../lib/use-cut-sides.ts';

export interface Tab<Name extends string> {
  name: Name;
  label: ReactNode;
  content: ReactNode;
  /** Stays mounted while another tab is open, for example during a call. */
  isKept?: boolean;
}

const TRIGGER =
  '-mb-px shrink-0 border-transparent border-b-2 px-2 xl:px-1.5 2xl:px-3 py-2 font-medium text-ink-soft text-sm -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink';

const COLUMN = 'flex flex-col';

interface TabsProps<Name extends string> {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Name>[];
  /** Stored in the URL, so that a tab can be linked to. */
  value: Name;
  onChange: (name: Name) => void;
  /** Fills the remaining height of a column. */
  isFilling?: boolean;
}

export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, value, onChange, isFilling = false } = props;
  const choose = (chosen: string): void => {
    const tab = tabs.find(({ name }) => name === chosen);
    if (tab !== undefined) onChange(tab.name);
  };
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the chosen tab into view.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[data-state="active"]');
    if (!list.current || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={choose} className={isFilling ? `min-h-0 flex-1 ${COLUMN}` : ''}>
      <div className="relative mb-6 shrink-0">
        <Radix.List
          ref={list}
          aria-label={label}
          className="relative flex gap-0.5 overflow-x-auto border-line border-b [scrollbar-width:none]"
        >
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.name} value={tab.name} className={TRIGGER}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        <MoreTabs list={list} />
      </div>
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

const MORE =
  'absolute top-0 bottom-0.5 flex w-10 items-center from-60% from-ground text-ink-soft hover:text-ink [&_svg]:size-4';

/** Arrow buttons when not all tabs fit; the keyboard uses the arrow keys. */
function MoreTabs({ list }: { list: RefObject<HTMLDivElement | null> }) {
  const { before, after } = useCutSides(list, 'x');
  const move = (by: -1 | 1): void => {
    if (list.current) list.current.scrollBy({ left: by * list.current.clientWidth * 0.7 });
  };
  const quiet = { type: 'button', tabIndex: -1, 'aria-hidden': true } as const;
  return (
    <>
      {before && (
        <button
          {...quiet}
          title={t('Earlier tabs')}
          className={`${MORE} left-0 justify-start bg-linear-to-r`}
          onClick={() => move(-1)}
        >
          <ChevronLeft />
        </button>
      )}
      {after && (
        <button
          {...quiet}
          title={t('More tabs')}
          className={`${MORE} right-0 justify-end bg-linear-to-l`}
          onClick={() => move(1)}
        >
          <ChevronRight />
        </button>
      )}
    </>
  );
}
