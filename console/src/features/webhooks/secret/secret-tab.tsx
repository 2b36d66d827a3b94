import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { Card } from '../../../components/layout/card.tsx';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { readWebhookSecret, rotateWebhookSecret, rotationQuery } from '../../../data/webhooks.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { SignatureHeaders } from '../delivery/signature-headers.tsx';
import { CheckExample } from './check-example.tsx';
import { OldSecret } from './old-secret.tsx';

/** The secret that webhooks are signed with: shown when asked for, and replaced without a gap. */
export function SecretTab() {
  const queries = useQueryClient();
  const [isRotating, setRotating] = useState(false);
  const [rotations, setRotations] = useState(0);
  const [keyOf] = useState(intentionKeys);
  const show = useMutation({ mutationFn: readWebhookSecret, onError: tellError });
  const rotate = useMutation({
    // A try again must not replace the secret that the lost answer named.
    mutationFn: () => rotateWebhookSecret(keyOf(rotations)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: rotationQuery.queryKey });
      setRotating(false);
      setRotations(rotations + 1);
      tellDone('The secret is replaced.');
      show.mutate();
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Card
        title="Secret"
        text="Your server checks with it that a webhook comes from here. Keep it as you keep passwords."
        actions={
          <Button icon={<RefreshCw />} onClick={() => setRotating(true)}>
            Replace
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
              Show
            </Button>
          ) : (
            <>
              <CopyButton text={show.data} label="Copy secret" />
              <Button icon={<EyeOff />} onClick={show.reset}>
                Hide
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
        title="Replace the secret?"
        text="A new one signs from now on. The old one signs beside it for 24 hours and is good for nothing afterwards."
        action="Replace"
        onConfirm={() => rotate.mutate()}
        isBusy={rotate.isPending}
        error={rotate.error}
      />
    </div>
  );
}
