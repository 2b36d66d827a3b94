import { Callout } from '../../../components/feedback/callout.tsx';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';

/** Column names of a refused file; null if no other settings can help. */
export function columnsOfRefusal(error: unknown): string[] | null {
  const columns = error instanceof ApiError ? error.body['available_columns'] : null;
  return Array.isArray(columns) ? columns.map(String) : null;
}

interface ImportRefusalProps {
  error: unknown;
  /** Other settings may help. */
  mayHelp: boolean;
}

/** Error for a file that can't be read at all; invalid rows are listed in the summary. */
export function ImportRefusal({ error, mayHelp }: ImportRefusalProps) {
  const texts = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return (
    <div role="alert">
      <Callout kind="bad">
        <p className="font-medium">{t('The file couldn’t be read.')}</p>
        {(texts.length > 0 ? texts.map(translateServerText) : [describeError(error)]).map((text) => (
          <p key={text} className="mt-1">
            {text}
          </p>
        ))}
        <p className="mt-1 text-ink-soft">
          {mayHelp
            ? t('Nothing was stored. Adjust the file settings below, or choose another file.')
            : t('Nothing was stored. Choose another file.')}
        </p>
      </Callout>
    </div>
  );
}

/** The connection broke during the import, so the result is unknown. A retry with the same idempotency key is safe. */
export function ImportBroken({ error }: { error: unknown }) {
  const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
  return (
    <div role="alert">
      <Callout kind="warn">
        <p className="font-medium">{t('We don’t know whether the leads were imported.')}</p>
        <p className="mt-1">{isGivenUp ? t('You canceled the import.') : describeError(error)}</p>
        <p className="mt-1 text-ink-soft">
          {t('Try again (no lead is imported twice), or check the list of leads.')}
        </p>
      </Callout>
    </div>
  );
}
