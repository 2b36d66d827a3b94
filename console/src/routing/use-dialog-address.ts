import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import {
  type DialogAddress,
  type Dialogs,
  dialogIn,
  type Named,
  subjectOf,
  withDialog,
} from '../lib/search/dialogs.ts';
import { idOf } from '../lib/search/search-values.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The way back leads to the same page without the dialog, or to the one that it was opened from. */
    isOverPage?: true;
  }
}

/** How a link opens a dialog, mostly of the page that it stands on: closing it leads back there. Its `search` says which. */
export const OPENS_DIALOG = { state: { isOverPage: true }, resetScroll: false } as const;

export interface DialogControl<Table extends Dialogs> {
  isOpen: (name: Named<Table, 'plain'>) => boolean;
  /** What the open dialog of that name is about. */
  idOf: (name: Named<Table, 'id'>) => number | undefined;
  keyOf: (name: Named<Table, 'key'>) => string | undefined;
  show: (dialog: DialogAddress<Table>) => void;
  /** Shows another dialog in the place of the open one; the way back leads past both. */
  swap: (dialog: DialogAddress<Table>) => Promise<void>;
  /**
   * Goes back to where it was opened; where somebody came by a link, to the page, or to the dialog that it belongs to.
   * Resolves when it is closed. Nothing is asked: whoever calls it has done so.
   */
  close: (parent?: DialogAddress<Table>) => Promise<void>;
}

/**
 * The dialog that the address of a page opens (`?open=sms.12`): opening it is a step of the history, so that the way
 * back closes it, a reload keeps it and a link shows it to others. The page's `validateSearch` admits its dialogs by
 * `dialogIn`.
 */
export function useDialogAddress<Table extends Dialogs>(dialogs: Table): DialogControl<Table> {
  const router = useRouter();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const closing = useRef<Promise<void> | null>(null);
  const open = dialogIn(dialogs, 'open' in search ? search.open : undefined);
  const put = (dialog: string | undefined): Promise<void> =>
    navigate({
      to: '.',
      search: (before: object) => withDialog(before, dialog),
      state: ({ isOverPage }) => (dialog !== undefined && isOverPage ? { isOverPage } : {}),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  const goBack = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = router.subscribe('onResolved', () => {
        stop();
        resolve();
      });
      router.history.back({ ignoreBlocker: true });
    });
  return {
    isOpen: (name) => open === name,
    idOf: (name) => idOf(subjectOf(open, name)),
    keyOf: (name) => subjectOf(open, name),
    show: (dialog) => {
      void navigate({ to: '.', search: (before: object) => withDialog(before, dialog), ...OPENS_DIALOG });
    },
    swap: put,
    close: (parent) => {
      const isOverPage = router.latestLocation.state.isOverPage === true;
      // Who presses Escape twice goes back once.
      closing.current ??= (isOverPage ? goBack() : put(parent)).finally(() => {
        closing.current = null;
      });
      return closing.current;
    },
  };
}
