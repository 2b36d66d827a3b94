import { LoaderCircle } from 'lucide-react';
import { formatBytes, formatShare } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { ProgressBar } from '../progress-bar.tsx';
import type { ImportStep } from './use-import.ts';

/** Upload progress, then a spinner while the server reads the file. */
export function ImportProgress({ step }: { step: Extract<ImportStep, { name: 'sending' }> }) {
  const { file, isDryRun, sent, total } = step;
  const isSent = sent >= total;
  return (
    <div className="grid gap-3 py-8">
      <p className="flex items-center gap-2 font-medium">
        <LoaderCircle className="size-4 animate-spin" aria-hidden />
        {isSent
          ? isDryRun
            ? t('Checking rows…')
            : t('Storing leads…')
          : t('Uploading {name}…', { name: file.name })}
      </p>
      <ProgressBar label={t('Upload progress')} done={sent} total={total} />
      <p className="text-ink-soft text-sm tabular-nums">
        {t('{sent} of {total} uploaded, {share}', {
          sent: formatBytes(sent),
          total: formatBytes(total),
          share: formatShare(total === 0 ? 1 : sent / total),
        })}
      </p>
    </div>
  );
}
