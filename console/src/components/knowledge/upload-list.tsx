import { CircleAlert, LoaderCircle, RotateCw, X } from 'lucide-react';
import { t } from '../../lib/i18n/t.ts';
import { Button, IconButton } from '../button.tsx';
import type { Upload } from './use-uploads.ts';

interface UploadListProps {
  uploads: readonly Upload[];
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
}

/** Running and failed uploads. */
export function UploadList({ uploads, onRetry, onDismiss }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={t('Uploads')} aria-live="polite" className="mb-4 grid gap-2">
      {uploads.map(({ id, name, error, mayRetry }) => (
        <li key={id} className="flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2">
          {error === null ? (
            <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" aria-hidden />
          ) : (
            <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden />
          )}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{name}</span>
            <span className="block text-ink-soft text-sm">{error ?? t('Uploading…')}</span>
          </span>
          {mayRetry && (
            <Button
              size="small"
              icon={<RotateCw />}
              aria-label={t('Retry {name}', { name })}
              onClick={() => onRetry(id)}
            >
              {t('Retry')}
            </Button>
          )}
          {error !== null && (
            <IconButton label={t('Dismiss {name}', { name })} size="small" onClick={() => onDismiss(id)}>
              <X />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
