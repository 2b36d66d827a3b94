import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { FileText, MoonStar, Plus, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { chooseTheme } from '../lib/theme/theme.ts';
import { FoundThings } from './found-things.tsx';
import { SECTIONS } from './navigation.ts';
import { Group, Item } from './palette-item.tsx';

interface CommandPaletteProps {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  hasSandbox: boolean;
}

/** Ctrl K: goes anywhere, begins anything, finds things by name. */
export function CommandPalette({ isOpen, setOpen, hasSandbox }: CommandPaletteProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [setOpen]);
  const close = (deed: () => unknown) => (): void => {
    setOpen(false);
    deed();
  };
  const goTo = (to: string) => close(() => navigate({ to }));
  const destinations = SECTIONS.flatMap((section) => section.destinations);
  return (
    <Command.Dialog
      open={isOpen}
      onOpenChange={setOpen}
      label="Search and commands"
      overlayClassName="fixed inset-0 z-40 bg-black/45"
      contentClassName="fixed top-[14vh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-raised shadow-raised"
    >
      <Command.Input
        placeholder="Where to, or what to do?"
        className="h-12 w-full border-line border-b bg-raised px-4 -outline-offset-2"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-center text-ink-soft">
          Nothing goes by that name.
        </Command.Empty>
        <Group heading="Go to">
          {destinations
            .filter(({ isSandbox }) => isSandbox !== true || hasSandbox)
            .map(({ label, to, icon: Icon, words }) => (
              <Item key={to} value={`${label} ${words}`} icon={<Icon />} onSelect={goTo(to)}>
                {label}
              </Item>
            ))}
        </Group>
        <Group heading="Do">
          <Item value="new assistant create template" icon={<Plus />} onSelect={goTo('/assistants/new')}>
            New assistant
          </Item>
          <Item value="new campaign create" icon={<Plus />} onSelect={goTo('/campaigns/new')}>
            New campaign
          </Item>
          <Item value="light theme" icon={<Sun />} onSelect={close(() => chooseTheme('light'))}>
            Light theme
          </Item>
          <Item value="dark theme" icon={<MoonStar />} onSelect={close(() => chooseTheme('dark'))}>
            Dark theme
          </Item>
          <Item
            value="api reference documentation"
            icon={<FileText />}
            onSelect={close(() => window.open('/docs', '_blank', 'noopener'))}
          >
            API reference
          </Item>
        </Group>
        {isOpen && <FoundThings goTo={goTo} />}
      </Command.List>
    </Command.Dialog>
  );
}
