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
    /** The previous history entry is the page that opened the dialog. */
    isOverPage?: true;
  }
}

/**
 * Options for a link that opens a dialog: closing it goes back to the page of the link. The link's `search` names the
 * dialog.
 */
export const OPENS_DIALOG = { state: { isOverPage: true }, resetScroll: false } as const;

export interface DialogControl<Table extends Dialogs> {
  isOpen: (name: Named<Table, 'plain'>) => boolean;
  /** The subject of the open dialog if it has this name. */
  idOf: (name: Named<Table, 'id'>) => number | undefined;
  keyOf: (name: Named<Table, 'key'>) => string | undefined;
  show: (dialog: DialogAddress<Table>) => void;
  /** Replaces the open dialog without a new history entry: the back button closes the new one. */
  swap: (dialog: DialogAddress<Table>) => Promise<void>;
  /**
   * Goes back to where the dialog was opened; when opened by a link, to the page or the parent dialog. Resolves when it
   * is closed. Does not ask about unsaved changes: callers have done so.
   */
  close: (parent?: DialogAddress<Table>) => Promise<void>;
}

/**
 * The dialog in the URL of a page (`?open=sms.12`). Opening it adds a history entry, so that Back closes it, a
 * reload keeps it, and links can share it. The page's `validateSearch` admits dialogs with `dialogIn`.
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
      // Pressing Escape twice goes back only once.
      closing.current ??= (isOverPage ? goBack() : put(parent)).finally(() => {
        closing.current = null;
      });
      return closing.current;
    },
  };
}
