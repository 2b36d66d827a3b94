import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { FileDrop } from '../../../components/form/file-drop.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import type { ImportSettings } from '../../../data/leads.ts';
import { formatBytes, formatCount } from '../../../lib/format/format.ts';
import { isSame } from '../../../lib/is-same.ts';
import { columnsIn } from './csv-header.ts';
import { headerText } from './header-text.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportBroken, ImportRefusal } from './import-refusal.tsx';
import { ImportSettingsFields } from './import-settings-fields.tsx';
import { ImportSummary } from './import-summary.tsx';
import { MissingColumnsNote } from './missing-columns-note.tsx';
import { type Remedy, remedyFor } from './remedy.ts';
import { type Import, useImport } from './use-import.ts';

const HEADER_BYTES = 65_536;

/** CSV import of leads in three steps: choose a file, preview, import. */
export function ImportDialog({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const [settings, setSettings] = useState<ImportSettings>({});
  const [head, setHead] = useState<Uint8Array | null>(null);
  const { step, check, store, cancel } = useImport(campaignId);
  // Use the charset that the server detected, so that column names match its own.
  const charset = settings.charset ?? (step.name === 'checked' ? step.report.charset : null);
  const { columns, remedy } = useMemo(() => inspectHead(head, charset), [head, charset]);
  const choose = (file: File): void => {
    // The chosen columns belong to the previous file.
    const { phone_column, secondary_columns, ...kept } = settings;
    setSettings(kept);
    check(file, kept);
    void file
      .slice(0, HEADER_BYTES)
      .arrayBuffer()
      .then(
        (bytes) => setHead(new Uint8Array(bytes)),
        () => setHead(null),
      );
  };
  const fields = (file: File): ReactNode => (
    <ImportSettingsFields
      settings={settings}
      columns={columns}
      isOpen={step.name === 'refused' && remedy === 'change-settings'}
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
      title="Import leads"
      text="You see a preview before anything is stored."
      actions={<Actions {...{ step, settings, onClose, cancel, check, store }} />}
    >
      <div aria-live="polite" className="grid gap-5">
        {step.name === 'choosing' && <Choosing onFile={choose} />}
        {step.name === 'sending' && <ImportProgress step={step} />}
        {step.name === 'broken' && <ImportBroken error={step.error} />}
        {step.name === 'refused' && (
          <>
            <ImportRefusal error={step.error} remedy={remedy} />
            {remedy !== 'other-file' && fields(step.file)}
          </>
        )}
        {step.name === 'checked' && (
          <>
            <p className="text-ink-soft text-sm">
              {step.file.name}, {formatBytes(step.file.size)}
            </p>
            <ImportSummary report={step.report} />
            <MissingColumnsNote campaignId={campaignId} columns={step.report.columns} />
            {fields(step.file)}
          </>
        )}
        {step.name === 'done' && <ImportSummary report={step.report} />}
      </div>
    </Dialog>
  );
}

/** @param head null until the file is read, or if it can't be */
function inspectHead(head: Uint8Array | null, charset: string | null): { columns: string[]; remedy: Remedy } {
  if (head === null) return { columns: [], remedy: 'change-settings' };
  const text = headerText(head, charset);
  return { columns: columnsIn(text), remedy: remedyFor(head, text) };
}

function Choosing({ onFile }: { onFile: (file: File) => void }) {
  return (
    <>
      <FileDrop
        label="Choose a CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        text="Drop a CSV file here or choose one, up to 2 GB."
        onFile={onFile}
      />
      <Callout>
        <p>
          The first row must contain column names, one of them for phone numbers, such as{' '}
          <code>phone_number</code>. Columns such as <code>secondary_phone_number_1</code> add more numbers
          for the same lead. All other columns become variables.
        </p>
        <p className="mt-1">Use international format (+40…). In a spreadsheet, format the column as text.</p>
      </Callout>
    </>
  );
}

interface ActionsProps extends Import {
  /** Current settings; the preview may have used others. */
  settings: ImportSettings;
  onClose: () => void;
}

function Actions({ step, settings, onClose, cancel, check, store }: ActionsProps) {
  switch (step.name) {
    case 'choosing':
      return <Button onClick={onClose}>Cancel</Button>;
    case 'sending':
      return <Button onClick={cancel}>Cancel</Button>;
    case 'refused':
      return <Button onClick={cancel}>Choose another file</Button>;
    case 'broken':
      return (
        <>
          <Button onClick={cancel}>Choose another file</Button>
          <Button variant="primary" onClick={store}>
            Try again
          </Button>
        </>
      );
    case 'checked': {
      const { created } = step.report;
      const isOther = !isSame(settings, step.settings);
      return (
        <>
          <Button onClick={cancel}>Choose another file</Button>
          {isOther ? (
            <Button variant="primary" onClick={() => check(step.file, settings)}>
              Update preview
            </Button>
          ) : (
            <Button variant="primary" isIdle={created === 0} onClick={store}>
              {created === 0
                ? 'Nothing to import'
                : `Import ${formatCount(created)} ${created === 1 ? 'lead' : 'leads'}`}
            </Button>
          )}
        </>
      );
    }
    case 'done':
      return (
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      );
  }
}
