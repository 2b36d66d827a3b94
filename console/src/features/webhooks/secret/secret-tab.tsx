import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { Card } from '../../../components/layout/card.tsx';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { readWebhookSecret, rotateWebhookSecret, rotationQuery } from '../../../data/webhooks.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { t } from '../../../lib/i18n/t.ts';
import { SignatureHeaders } from '../delivery/signature-headers.tsx';
import { CheckExample } from './check-example.tsx';
import { OldSecret } from './old-secret.tsx';

/** Shows and rotates the signing secret. */
export function SecretTab() {
  const queries = useQueryClient();
  const [isRotating, setRotating] = useState(false);
  const [rotations, setRotations] = useState(0);
  const [keyOf] = useState(intentionKeys);
  const show = useMutation({ mutationFn: readWebhookSecret, onError: showError });
  const rotate = useMutation({
    // A retry with the same key must not rotate twice.
    mutationFn: () => rotateWebhookSecret(keyOf(rotations)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: rotationQuery.queryKey });
      setRotating(false);
      setRotations(rotations + 1);
      showSuccess(t('Signing secret rotated.'));
      show.mutate();
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Card
        title={t('Signing secret')}
        text={t('Verifies that webhooks come from this server. Keep it private.')}
        actions={
          <Button icon={<RefreshCw />} onClick={() => setRotating(true)}>
            {t('Rotate secret')}
          </Button>
        }
      >
        <div className="flex flex-wrap items-center gap-2">
          <code
            aria-live="polite"
            className="min-w-0 flex-1 break-all rounded-lg bg-sunken px-3 py-2 text-sm"
          >
            {show.data ?? 'whsec_••••••••••••••••••••••••'}
          </code>
          {show.data === undefined ? (
            <Button icon={<Eye />} isBusy={show.isPending} onClick={() => show.mutate()}>
              {t('Show secret')}
            </Button>
          ) : (
            <>
              <CopyButton text={show.data} label={t('Copy secret')} />
              <Button icon={<EyeOff />} onClick={show.reset}>
                {t('Hide secret')}
              </Button>
            </>
          )}
        </div>
        <OldSecret />
      </Card>
      <SignatureHeaders deliveryId={null} />
      <CheckExample />
      <ConfirmDialog
        isOpen={isRotating}
        onClose={() => setRotating(false)}
        title={t('Rotate the signing secret?')}
        text={t('Webhooks are signed with both secrets for 24 hours. After that, only the new one is valid.')}
        action={t('Rotate secret')}
        onConfirm={() => rotate.mutate()}
        isBusy={rotate.isPending}
        error={rotate.error}
      />
    </div>
  );
}
