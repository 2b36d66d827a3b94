import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { FileDrop } from '../../../components/form/file-drop.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import type { ImportSettings } from '../../../data/leads.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isSame } from '../../../lib/is-same.ts';
import { ImportProgress } from './import-progress.tsx';
import { columnsOfRefusal, ImportBroken, ImportRefusal } from './import-refusal.tsx';
import { ImportSettingsFields } from './import-settings-fields.tsx';
import { ImportSummary } from './import-summary.tsx';
import { type Import, useImport } from './use-import.ts';

interface ImportDialogProps {
  campaignId: string;
  /** A file that was dropped on the page; null to choose one. */
  dropped: File | null;
  /** Null if the campaign cannot be started. */
  onStart: (() => void) | null;
  onClose: () => void;
}

/** Import of leads in three steps: choose a file, preview, import. */
export function ImportDialog({ campaignId, dropped, onStart, onClose }: ImportDialogProps) {
  const [settings, setSettings] = useState<ImportSettings>({});
  const { step, check, store, cancel } = useImport(campaignId);
  const choose = (file: File): void => {
    // The chosen columns and sheet belong to the previous file.
    const { phone_column, secondary_columns, external_id_column, sheet, ...kept } = settings;
    setSettings(kept);
    check(file, kept);
  };
  // Another file would abort the running import, or forget the key of one whose result is unknown.
  const isStoring = step.name === 'broken' || (step.name === 'sending' && !step.isDryRun);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a dropped file starts the check.
  useEffect(() => {
    if (dropped !== null && !isStoring) choose(dropped);
  }, [dropped]);
  const refusedColumns = step.name === 'refused' ? columnsOfRefusal(step.error) : null;
  const fields = (file: File, columns: readonly string[]): ReactNode => (
    <ImportSettingsFields
      settings={settings}
      columns={columns}
      isOpen={step.name === 'refused'}
      onChange={setSettings}
      onApply={() => check(file, settings)}
    />
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDirty={step.name !== 'choosing' && step.name !== 'done'}
      shape="wide"
      title={t('Import leads')}
      text={t('You see a preview before anything is stored.')}
      actions={<Actions {...{ step, settings, onStart, onClose, cancel, check, store }} />}
    >
      <div aria-live="polite" className="grid gap-5">
        {step.name === 'choosing' && <Choosing onFile={choose} />}
        {step.name === 'sending' && <ImportProgress step={step} />}
        {step.name === 'broken' && <ImportBroken error={step.error} />}
        {step.name === 'refused' && (
          <>
            <ImportRefusal error={step.error} mayHelp={refusedColumns !== null} />
            {refusedColumns !== null && fields(step.file, refusedColumns)}
          </>
        )}
        {step.name === 'checked' && (
          <>
            <p className="text-ink-soft text-sm">
              {step.file.name}, {formatBytes(step.file.size)}
            </p>
            <ImportSummary report={step.report} />
            {fields(step.file, step.report.columns.available)}
          </>
        )}
        {step.name === 'done' && <ImportSummary report={step.report} />}
      </div>
    </Dialog>
  );
}

function Choosing({ onFile }: { onFile: (file: File) => void }) {
  return (
    <>
      <FileDrop
        label={t('Choose a CSV file or workbook')}
        accept=".csv,.tsv,.txt,.xlsx,.xls,text/csv,text/plain"
        text={t('Drop a CSV file (up to 2 GB) or Excel workbook (up to 100 MB) here, or choose one.')}
        onFile={onFile}
      />
      <Callout>
        <p>
          {t(
            'The columns need names, one of them for phone numbers, such as “Phone”. Columns such as “Phone 2” add more numbers for the same lead. All other columns become variables.',
          )}
        </p>
        <p className="mt-1">
          {t(
            'Use international format (+40…), or choose the country of the numbers after you see the preview.',
          )}
        </p>
      </Callout>
    </>
  );
}

interface ActionsProps extends Import {
  /** Current settings; the preview may have used others. */
  settings: ImportSettings;
  onStart: (() => void) | null;
  onClose: () => void;
}

function Actions({ step, settings, onStart, onClose, cancel, check, store }: ActionsProps) {
  switch (step.name) {
    case 'choosing':
      return <Button onClick={onClose}>{t('Cancel')}</Button>;
    case 'sending':
      return <Button onClick={cancel}>{t('Cancel')}</Button>;
    case 'refused':
      return <Button onClick={cancel}>{t('Choose another file')}</Button>;
    case 'broken':
      return (
        <>
          <Button onClick={cancel}>{t('Choose another file')}</Button>
          <Button variant="primary" onClick={store}>
            {t('Try again')}
          </Button>
        </>
      );
    case 'checked': {
      const { created, updated } = step.report;
      const changed = created + updated;
      const isOther = !isSame(settings, step.settings);
      return (
        <>
          <Button onClick={cancel}>{t('Choose another file')}</Button>
          {isOther ? (
            <Button variant="primary" onClick={() => check(step.file, settings)}>
              {t('Update preview')}
            </Button>
          ) : (
            <FocusedButton variant="primary" isIdle={changed === 0} onClick={store}>
              {changed === 0
                ? t('Nothing to import')
                : t('{count, plural, one {Import # lead} other {Import # leads}}', { count: changed })}
            </FocusedButton>
          )}
        </>
      );
    }
    case 'done':
      return (
        <>
          <Button variant={onStart === null ? 'primary' : 'secondary'} onClick={onClose}>
            {t('Done', undefined, 'button')}
          </Button>
          {onStart !== null && (
            <FocusedButton variant="primary" onClick={onStart}>
              {t('Start campaign')}
            </FocusedButton>
          )}
        </>
      );
  }
}

/** Takes the focus from the removed button of the step before, so that Enter continues. */
function FocusedButton(props: ComponentProps<typeof Button>) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => ref.current?.focus(), []);
  // Ignore repeats of a key held down since it pressed the removed button.
  return <Button ref={ref} onKeyDown={(event) => event.repeat && event.preventDefault()} {...props} />;
}
