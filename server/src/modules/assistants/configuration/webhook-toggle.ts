/** The webhooks of an assistant that can be switched individually. */
export type WebhookToggle = 'webhook' | 'inbound-webhook' | 'conversation-ended-webhook';
