import { type ReactNode, useState } from 'react';
import { describeError } from '../../../lib/api/api-error.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../button.tsx';
import { showSuccess } from '../../feedback/toast-store.ts';
import { ConfirmDialog } from '../../overlay/confirm-dialog.tsx';
import { Dialog } from '../../overlay/dialog.tsx';
import { type Failure, runAll } from './run-all.ts';

/** An action on all selected rows. */
export interface BulkAction<Row> {
  /** Verb and noun: `Delete calls`. */
  label: string;
  icon: ReactNode;
  act: (row: Row) => Promise<unknown>;
  /** The question: `Delete 3 calls?` */
  title: (count: number) => string;
  /** The consequences, and whether they can be undone. */
  text: string;
  /** `3 calls deleted.` */
  done: (count: number) => string;
  isHarmless?: boolean;
}

/** Texts about the rows, with their noun. */
export interface BulkWords {
  /** `Selected calls` */
  label: string;
  /** `3 calls selected` */
  selected: (count: number) => string;
  /** `3 calls could not be changed` */
  failed: (count: number) => string;
}

interface BulkBarProps<Row> {
  rows: readonly Row[];
  words: BulkWords;
  actions: readonly BulkAction<Row>[];
  /** Further buttons, such as an export. */
  children?: ReactNode;
  nameOf: (row: Row) => string;
  /** Keeps these rows selected. */
  onSelect: (rows: readonly Row[]) => void;
  /** Reloads the list. */
  onDone: () => Promise<unknown>;
}

/** Actions on the selected rows, each with one question. Rows that failed are listed and stay selected. */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { rows, words, actions, children, nameOf, onSelect, onDone } = props;
  const [asked, setAsked] = useState<BulkAction<Row> | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly Failure<Row>[]>([]);

  const run = async (action: BulkAction<Row>): Promise<void> => {
    setProgress(0);
    const failed = await runAll(rows, action.act, setProgress);
    setProgress(null);
    setAsked(null);
    setFailures(failed);
    onSelect(failed.map(({ row }) => row));
    if (failed.length < rows.length) showSuccess(action.done(rows.length - failed.length));
    await onDone();
  };
  return (
    <>
      {rows.length > 0 && (
        <div
          role="toolbar"
          aria-label={words.label}
          className="mb-3 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-accent-soft px-4 py-2"
        >
          <p role="status" className="mr-auto font-medium">
            {words.selected(rows.length)}
          </p>
          {children}
          {actions.map((action) => (
            <Button
              key={action.label}
              icon={action.icon}
              variant={action.isHarmless ? 'secondary' : 'danger'}
              onClick={() => setAsked(action)}
            >
              {action.label}
            </Button>
          ))}
          <Button variant="quiet" onClick={() => onSelect([])}>
            {t('Clear selection')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => progress === null && setAsked(null)}
        title={asked?.title(rows.length) ?? ''}
        text={
          progress === null
            ? asked?.text
            : t('{done} of {total} done.', { done: formatCount(progress), total: formatCount(rows.length) })
        }
        action={asked?.label ?? ''}
        isHarmless={asked?.isHarmless ?? false}
        isBusy={progress !== null}
        onConfirm={() => asked !== null && void run(asked)}
      />
      <Dialog
        isOpen={failures.length > 0}
        onClose={() => setFailures([])}
        title={words.failed(failures.length)}
        text={t('They are still selected, so you can try again.')}
      >
        <ul className="grid gap-2">
          {failures.map(({ row, error }) => (
            <li key={nameOf(row)}>
              <span className="font-medium">{nameOf(row)}</span>: {describeError(error)}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
