import * as Radix from '@radix-ui/react-dropdown-menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { type ButtonLook, IconButton } from '../button.tsx';

/** A menu: `trigger` is a Button or IconButton, the children are `MenuItem`s. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-44 rounded-lg border border-line bg-raised p-1 shadow-raised"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MoreMenuProps {
  /** Accessible name of the button: `Actions for Front desk`. */
  label?: string;
  variant?: ButtonLook['variant'];
  children: ReactNode;
}

/** A menu of secondary actions behind three dots. */
export function MoreMenu({ label = t('More'), variant = 'secondary', children }: MoreMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={label} variant={variant}>
          <Ellipsis />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  isDangerous?: boolean;
  isDisabled?: boolean;
}

export function MenuItem({
  icon,
  children,
  onSelect,
  isDangerous = false,
  isDisabled = false,
}: MenuItemProps) {
  return (
    <Radix.Item
      onSelect={onSelect}
      disabled={isDisabled}
      className={classNames(
        'flex cursor-default items-center gap-2 rounded-md px-2.5 py-1.5 outline-none data-disabled:opacity-50 data-highlighted:bg-accent-soft [&_svg]:size-4',
        isDangerous && 'text-bad data-highlighted:bg-bad-soft',
      )}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

/** A heading within a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-1 text-ink-soft text-xs">{children}</Radix.Label>;
}

export function MenuLine() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
