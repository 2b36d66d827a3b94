import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { CopyButton } from '../../../../components/copy-button.tsx';
import { Callout } from '../../../../components/feedback/callout.tsx';
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx';
import { RelativeTime } from '../../../../components/relative-time.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { useRights } from '../../../../data/rights.ts';
import { createWidgetSecret, deleteWidgetSecret, widgetSecretQuery } from '../../../../data/widgets.ts';
import { describeError } from '../../../../lib/api/api-error.ts';
import { rich, t } from '../../../../lib/i18n/t.ts';
import { ErrorText } from '../form/error-text.tsx';

/** The secret with which the website signs its users. */
export function IdentitySecret({ assistant: { id } }: { assistant: Assistant }) {
  const client = useQueryClient();
  const mayChange = useRights().includes('admin');
  const { data: createdAt = null } = useQuery(widgetSecretQuery(id));
  const [asked, setAsked] = useState<'replace' | 'delete' | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: widgetSecretQuery(id).queryKey });
  const creation = useMutation({
    mutationFn: () => createWidgetSecret(id),
    onSuccess: () => setAsked(null),
    onSettled: refresh,
  });
  const deletion = useMutation({
    mutationFn: () => deleteWidgetSecret(id),
    onSuccess: () => {
      setAsked(null);
      creation.reset();
    },
    onSettled: refresh,
  });
  const secret = creation.data;
  return (
    <div className="grid gap-3">
      {secret !== undefined && (
        <Callout kind="info">
          {t('Copy the secret to your server now. It won’t be shown again.')}
          <code className="mt-2 mb-3 block break-all font-mono text-sm">{secret}</code>
          <CopyButton text={secret} label={t('Copy secret')} />
        </Callout>
      )}
      {!mayChange && (
        <p className="text-ink-soft text-sm">{t('An admin can create or replace the secret.')}</p>
      )}
      {createdAt === null && mayChange && (
        <div>
          <Button isBusy={creation.isPending} onClick={() => creation.mutate()}>
            {t('Create secret')}
          </Button>
        </div>
      )}
      {createdAt !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-sm">
            {rich('Secret created {time}', { time: <RelativeTime iso={createdAt} /> })}
          </span>
          {mayChange && (
            <>
              <Button onClick={() => setAsked('replace')}>{t('Replace secret')}</Button>
              <Button variant="quiet" onClick={() => setAsked('delete')}>
                {t('Delete secret')}
              </Button>
            </>
          )}
        </div>
      )}
      <ErrorText
        text={creation.error !== null && asked === null ? describeError(creation.error) : undefined}
      />
      <ConfirmDialog
        isOpen={asked === 'replace'}
        onClose={() => setAsked(null)}
        title={t('Replace the secret?')}
        text={t('Your website can’t identify users until your server has the new secret.')}
        action={t('Replace secret')}
        isBusy={creation.isPending}
        error={creation.error}
        onConfirm={() => creation.mutate()}
      />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onClose={() => setAsked(null)}
        title={t('Delete the secret?')}
        text={t('Signed-in users become anonymous visitors.')}
        action={t('Delete secret')}
        isBusy={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate()}
      />
    </div>
  );
}
