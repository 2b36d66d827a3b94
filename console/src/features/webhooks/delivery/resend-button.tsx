import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { Button, buttonClasses } from '../../../components/button.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { resendWebhook } from '../../../data/webhook-subjects.ts';
import type { WebhookDeliveryDetail } from '../../../data/webhooks.ts';
import { t } from '../../../lib/i18n/t.ts';
import { randomId } from '../../../lib/random-id.ts';

/** Resends a webhook with its original id; a pending one is sent now. Held ones link to the endpoint. */
export function ResendButton({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => resendWebhook(delivery.id, randomId()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
      showSuccess(t('Webhook queued.'));
    },
    onError: showError,
  });
  if (delivery.status === 'held') {
    return (
      <Link to="/webhooks" search={{ tab: 'targets' }} className={buttonClasses({ variant: 'primary' })}>
        {t('Enable endpoint')}
      </Link>
    );
  }
  return (
    <Button variant="primary" icon={<Send />} isBusy={send.isPending} onClick={() => send.mutate()}>
      {delivery.status === 'pending' ? t('Send now') : t('Resend')}
    </Button>
  );
}
