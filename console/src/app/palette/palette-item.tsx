import { Command } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-ink-soft [&_[cmdk-group-heading]]:text-xs';

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group heading={heading} className={GROUP}>
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  /** Unique among all items. */
  value: string;
  icon: LucideIcon;
  /** Distinguishes items with the same name. */
  detail?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}

export function Item({ value, icon: Icon, detail, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-default items-center gap-3 rounded-lg px-3 py-2 data-[selected=true]:bg-accent-soft"
    >
      <Icon className="size-4 shrink-0 text-ink-soft" aria-hidden />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {children}
      </span>
      {detail && <span className="max-w-[45%] shrink-0 truncate text-ink-soft text-sm">{detail}</span>}
    </Command.Item>
  );
}
