/** The webhooks of an assistant that are switched one by one. */
export type WebhookToggle = 'webhook' | 'inbound-webhook' | 'conversation-ended-webhook';
