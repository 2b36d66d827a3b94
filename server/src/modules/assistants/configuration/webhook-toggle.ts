/** Webhooks of an assistant that can be turned on and off individually. */
export type WebhookToggle = 'webhook' | 'inbound-webhook' | 'conversation-ended-webhook';
