import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';

interface SaveRowProps {
  /** The action as a verb: `Save tool`. */
  action: string;
  isDirty: boolean;
  isBusy: boolean;
  /** Absent where changes cannot be undone together. */
  onUndo?: () => void;
  /** Shown in place of the note about unsaved changes. */
  children?: ReactNode;
}

/** The end of every form: unsaved changes on the left, undo and save on the right. */
export function SaveRow({ action, isDirty, isBusy, onUndo, children }: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      {children ?? (
        <p role="status" className="min-w-0 flex-1 text-ink-soft text-sm">
          {isDirty && t('Unsaved changes')}
        </p>
      )}
      {onUndo !== undefined && (
        <Button icon={<Undo2 />} variant="quiet" isIdle={!isDirty} onClick={onUndo}>
          {t('Undo changes')}
        </Button>
      )}
      <Button type="submit" variant={isDirty ? 'primary' : 'secondary'} isBusy={isBusy}>
        {action}
      </Button>
    </div>
  );
}
