import { type ReactNode, useEffect, useState } from 'react';
import { showError } from '../../components/feedback/toast-store.ts';
import type { CommandPalette } from './command-palette.tsx';

interface Palette {
  open: () => void;
  dialog: ReactNode;
}

/** The command palette, which Ctrl K opens. Its code is loaded after the first page. */
export function usePalette({ onLogOut }: { onLogOut: () => void }): Palette {
  const [Dialog, setDialog] = useState<typeof CommandPalette | null>(null);
  const [isOpen, setOpen] = useState(false);
  const load = async (): Promise<void> => {
    const code = await import('./command-palette.tsx');
    setDialog(() => code.CommandPalette);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => void load().catch(() => undefined), []);
  const open = (): void => {
    // Typing continues in the dialog, so it must open at once.
    if (Dialog !== null) setOpen(true);
    else void load().then(() => setOpen(true), showError);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (isOpen) setOpen(false);
      else open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
  const dialog = Dialog && <Dialog isOpen={isOpen} setOpen={setOpen} onLogOut={onLogOut} />;
  return { open, dialog };
}
