import type { EventType } from '#contract/webhook-events.ts';
import { t } from '../../lib/i18n/t.ts';

/** The summaries and details of `WEBHOOK_EVENTS`. */
export const EVENT_WORDS: Readonly<Record<EventType, { summary: string; details: string }>> = {
  'call.started': {
    summary: t('A call was answered'),
    details: t('Sent for calls of every type. Unanswered calls send only `call.ended`.'),
  },
  'call.ended': {
    summary: t('A call has ended'),
    details: t(
      "Sent after the evaluation, for answered and unanswered calls. The assistant's webhook settings do not affect it.",
    ),
  },
  'call.transferred': {
    summary: t('The transfer of a call has succeeded or failed'),
    details: t('Sent once for each attempt.'),
  },
  'conversation.started': {
    summary: t('A conversation of the widget, the messaging channel or the API has started'),
    details: t('In the widget, sent when the visitor first writes.'),
  },
  'conversation.ended': {
    summary: t('A conversation in which the customer wrote has ended'),
    details: t('Sent after the evaluation, and again after the next end if the customer writes again.'),
  },
  'conversation.handed_off': {
    summary: t('The assistant was turned off in a conversation, so that a person answers'),
    details: t('Sent when a person or a program turns it off.'),
  },
  'message.received': {
    summary: t('A customer wrote a message or an SMS'),
    details: t('For an SMS, `channel` is `sms` and `conversation` is null.'),
  },
  'message.sent': {
    summary: t('A message or an SMS to a customer was stored for sending'),
    details: t(
      'Sent for messages of assistants, people and programs. `message.status` follows with the delivery state.',
    ),
  },
  'message.status': {
    summary: t('The delivery state of a message or an SMS has changed'),
    details: t('Sent once for each state that the carrier reports.'),
  },
  'lead.updated': {
    summary: t('The status, goal, variables, number or campaign of a lead has changed'),
    details: t('New and imported leads send no event.'),
  },
  'campaign.started': {
    summary: t('A campaign has started'),
    details: t('Also sent when a stopped campaign starts again.'),
  },
  'campaign.completed': {
    summary: t('A campaign has called all its leads'),
    details: t('Sent only if `mark_complete_when_no_leads` is on.'),
  },
  'campaign.paused': {
    summary: t('A campaign was stopped'),
    details: t('Sent when a person or a program stops it, or when it stops itself for the `stop_reason`.'),
  },
  'contact.opted_out': {
    summary: t('A customer opted out by message, through the carrier or in a call'),
    details: t('Numbers that members add to the do-not-call list send no event.'),
  },
  'document.active': {
    summary: t('A document can be searched'),
    details: t('Sent when its processing has ended.'),
  },
  'document.failed': {
    summary: t('A document could not be read'),
    details: t('Sent when its processing has failed for the reason in `error`.'),
  },
  'balance.low': {
    summary: t('The balance has fallen below 5 USD'),
    details: t('Sent once each time the balance falls below this threshold.'),
  },
  'sender.changed': {
    summary: t('The status, quality rating, messaging limit or name of a sender has changed'),
    details: t('Sent for changes that the carrier reports and for changes by members.'),
  },
  'alert.opened': {
    summary: t('Something needs attention, such as a failed document or a paused campaign'),
    details: t('Sent once for each alert whose kind has webhooks switched on in the alert settings.'),
  },
  'alert.resolved': {
    summary: t('The cause of an alert is gone'),
    details: t('Sent for dismissed alerts, too.'),
  },
  'test.ping': {
    summary: t('A test of a webhook endpoint, sent only on request'),
    details: t(
      'Sent by the button “Send test” of the console, and by `POST /user/webhook-endpoints/{id}/test`.',
    ),
  },
};
