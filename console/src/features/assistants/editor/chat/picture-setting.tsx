import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../../components/button.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { removeWidgetPicture, uploadWidgetPicture, widgetQuery } from '../../../../data/widgets.ts';
import { ApiError, describeError } from '../../../../lib/api/api-error.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { ErrorText } from '../form/error-text.tsx';

const TYPES = 'image/png,image/jpeg,image/webp';

/** The picture in the widget's header, which is saved at once. */
export function PictureSetting({ assistant: { id, uuid } }: { assistant: Assistant }) {
  const input = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const { data: widget } = useQuery(widgetQuery(uuid));
  const change = useMutation({
    mutationFn: (file: File | null) =>
      file === null ? removeWidgetPicture(id) : uploadWidgetPicture(id, file),
    onSettled: () => client.invalidateQueries({ queryKey: widgetQuery(uuid).queryKey }),
  });
  const picture = widget?.picture ?? null;
  return (
    <div className="grid gap-1.5">
      <h3 className="font-medium text-sm">{t('Picture')}</h3>
      <div className="flex flex-wrap items-center gap-3">
        {picture !== null && (
          <img
            src={picture}
            alt={t('Current')}
            className="size-12 rounded-full border border-line object-cover"
          />
        )}
        <Button isBusy={change.isPending} onClick={() => input.current?.click()}>
          {picture === null ? t('Upload picture') : t('Replace picture')}
        </Button>
        {picture !== null && (
          <Button variant="quiet" onClick={() => change.mutate(null)}>
            {t('Remove picture')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={TYPES}
          aria-label={t('Picture file')}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) change.mutate(file);
            // Allow choosing the same file again after it was corrected.
            target.value = '';
          }}
        />
      </div>
      <ErrorText text={change.error === null ? undefined : errorText(change.error)} />
      <p className="text-ink-soft text-sm">{t('PNG, JPEG or WebP, up to 512 kB. Saved immediately.')}</p>
    </div>
  );
}

function errorText(error: Error): string {
  const refusal = error instanceof ApiError ? error.fields['file']?.[0] : undefined;
  return refusal ?? describeError(error);
}
