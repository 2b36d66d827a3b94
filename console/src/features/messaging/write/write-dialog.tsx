import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import { sendTemplateRequest } from '#contract/messaging.ts';
import { e164, toE164 } from '#contract/phone-numbers.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import { Loaded } from '../../../components/feedback/states.tsx';
import { NO_TEMPLATE } from '../../../components/messaging/template-draft.ts';
import { templateMessage } from '../../../components/messaging/template-fields.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { approvedTemplatesQuery, sendTemplate } from '../../../data/channel-messages.ts';
import { findChannelConversation } from '../../../data/conversations.ts';
import { senderListQuery } from '../../../data/senders.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CustomerFields, type TypedCustomer } from './customer-fields.tsx';
import { NoSenders, SenderTemplates } from './sender-templates.tsx';

interface WriteDialogProps {
  onClose: () => void;
  onNewSender: () => void;
}

const EMPTY: TypedCustomer = { sender_id: null, recipient_phone: '', recipient_name: '' };
const addressed = sendTemplateRequest
  .pick({ sender_id: true, recipient_name: true })
  .extend({ recipient_phone: e164() });

/** Starts or continues a conversation with a template, then opens it. */
export function WriteDialog({ onClose, onNewSender }: WriteDialogProps) {
  const senders = useQuery(senderListQuery);
  const [typed, setTyped] = useState(EMPTY);
  const [draft, setDraft] = useState(NO_TEMPLATE);
  const [isTried, setTried] = useState(false);
  const usual = senders.data?.find(({ status }) => status === 'online') ?? senders.data?.[0];
  const sender = senders.data?.find(({ id }) => String(id) === typed.sender_id) ?? usual;
  const customer = { ...typed, sender_id: sender === undefined ? null : String(sender.id) };
  const templates = useQuery({
    ...approvedTemplatesQuery(sender?.id ?? 0),
    enabled: sender !== undefined,
  });
  const send = useSend(sender?.phone_number ?? '');
  const checked = validate(addressed, normalizeInput({ ...customer, sender_id: sender?.id ?? null }));
  const message = templateMessage(templates.data ?? [], draft);
  const submit = (): void => {
    setTried(true);
    if (!checked.ok || message === null) return;
    const { templateId, variables } = message;
    // Normalized like the stored number, to find the conversation.
    const recipient_phone = toE164(checked.value.recipient_phone) ?? checked.value.recipient_phone;
    send.mutate({ ...checked.value, recipient_phone, template_id: templateId, variables });
  };
  const choose = (changed: TypedCustomer): void => {
    if (changed.sender_id !== customer.sender_id) setDraft(NO_TEMPLATE);
    setTyped(changed);
  };
  return (
    <FormDialog
      onSubmit={submit}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      title={t('Message a customer')}
      text={t(
        'Start with an approved template. After the customer replies, you can write freely for 24 hours.',
      )}
      action={t('Send message')}
      isReady={templates.data !== undefined && templates.data.length > 0}
    >
      <Loaded query={senders}>
        {(offered) =>
          sender === undefined ? (
            <NoSenders onNewSender={onNewSender} />
          ) : (
            <>
              <CustomerFields
                senders={offered}
                typed={customer}
                onChange={choose}
                errors={isTried && !checked.ok ? checked.fields : fieldErrors(send.error)}
              />
              <SenderTemplates
                sender={sender}
                templates={templates}
                draft={draft}
                onChange={setDraft}
                isChecked={isTried}
              />
            </>
          )
        }
      </Loaded>
    </FormDialog>
  );
}

type Order = z.input<typeof sendTemplateRequest>;

function useSend(senderNumber: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [keyOf] = useState(intentionKeys);
  return useMutation({
    mutationFn: (order: Order) => sendTemplate(order, keyOf(order)),
    onSuccess: async (_, { recipient_phone }) => {
      for (const topic of ['conversations', 'messages']) {
        void queries.invalidateQueries({ queryKey: [topic] });
      }
      // The message is sent even if its conversation is not found.
      const uuid = await findChannelConversation(senderNumber, recipient_phone).catch(() => null);
      const place = { replace: true, ignoreBlocker: true };
      await (uuid === null
        ? navigate({ to: '/conversations', search: { type: 'msgapp', customer: recipient_phone }, ...place })
        : navigate({ to: '/conversations/$uuid', params: { uuid }, ...place }));
    },
  });
}
