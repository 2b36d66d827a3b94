// Generated from the OpenAPI document by `npm run sdk`. Do not edit.

export const OPERATIONS = {
  'ai.generateReply': {
    method: 'POST',
    path: '/user/ai/generate-reply',
    isIdempotent: true,
    isPaged: false,
    fields: {
      assistant_id: { description: 'Id of the assistant' },
      customer_identifier: { description: 'Your own id of the customer' },
      message: { description: 'What the customer wrote' },
      variables: { description: 'Values for {{names}} in the assistant’s texts, by name' },
    },
  },
  'assistants.listSummaries': {
    method: 'GET',
    path: '/user/assistants/summaries',
    isIdempotent: false,
    isPaged: false,
    fields: {},
  },
  'calls.get': {
    method: 'GET',
    path: '/user/calls/{id}',
    isIdempotent: false,
    isPaged: false,
    fields: { id: { description: 'Id of the call' } },
  },
  'calls.hangUp': {
    method: 'POST',
    path: '/user/calls/{id}/hang-up',
    isIdempotent: true,
    isPaged: false,
    fields: {
      id: { description: 'Id of the call' },
      message: { description: 'Said to the customer before the call ends' },
    },
  },
  'calls.list': {
    method: 'GET',
    path: '/user/calls',
    isIdempotent: false,
    isPaged: true,
    fields: {
      status: {
        description: 'Only those in this state',
        values: [
          'scheduled',
          'initiated',
          'ringing',
          'in-progress',
          'completed',
          'ended_by_customer',
          'ended_by_assistant',
          'busy',
          'no-answer',
          'failed',
          'canceled',
        ],
      },
      type: { description: 'Only those of this kind', values: ['inbound', 'outbound', 'web'] },
      phone_number: { description: "Any part of the caller's or the called number" },
      search: {
        description:
          'Part of a number, or words of the transcript as in GET /user/search/content. At most the latest 1,000 calls match.',
      },
      assistant_id: { description: 'Only those of this assistant' },
      campaign_id: { description: 'Only those of this campaign' },
      lead_id: { description: 'Only those of this lead' },
      external_id: { description: 'Only those with this id in your system' },
      date_from: {
        description: 'Only those created on or after this day, YYYY-MM-DD, in the account’s time zone',
      },
      date_to: {
        description: 'Only those created on or before this day, YYYY-MM-DD, in the account’s time zone',
      },
      updated_from: { description: 'Only those changed at or after this instant or day' },
      updated_to: { description: 'Only those changed before this instant, or on or before this day' },
      order_by: {
        description: 'Sort field. Default: newest first; for scheduled calls, next call first.',
        values: ['created_at', 'duration', 'total_cost'],
      },
      direction: { description: 'Sort direction; desc by default', values: ['desc', 'asc'] },
      per_page: { description: 'Items on a page, from 1 to 100' },
      page: { description: 'Number of the page, from 1' },
    },
  },
  'calls.make': {
    method: 'POST',
    path: '/user/make_call',
    isIdempotent: true,
    isPaged: false,
    fields: {
      phone_number: { description: 'Number in international format (E.164), such as +14155550123' },
      assistant_id: { description: 'Id of the assistant' },
      variables: { description: 'Values for {{names}} in the assistant’s texts, by name' },
      overrides: { description: 'Settings of the assistant that this call replaces' },
      external_id: { description: 'Need not be unique' },
      allow_parallel: {
        description:
          'Calls a number that is in a live call of the account. Otherwise this is refused with 409.',
      },
      sip_headers: {
        description:
          "Sent with the call over a SIP trunk. They replace the trunk's headers of the same names.",
      },
      scheduled_at: { description: 'When to call, at most 30 days ahead; null or absent: now.' },
      ignore_hours: {
        description:
          'Allows scheduled_at outside the legal calling hours of the number, which is otherwise refused with 422',
      },
    },
  },
  'campaigns.get': {
    method: 'GET',
    path: '/user/campaign/{id}',
    isIdempotent: false,
    isPaged: false,
    fields: { id: { description: 'Id of the campaign' } },
  },
  'campaigns.list': {
    method: 'GET',
    path: '/user/campaigns',
    isIdempotent: false,
    isPaged: false,
    fields: {},
  },
  'campaigns.report.get': {
    method: 'GET',
    path: '/user/campaign/{id}/report',
    isIdempotent: false,
    isPaged: false,
    fields: { id: { description: 'Id of the campaign' } },
  },
  'campaigns.updateStatus': {
    method: 'POST',
    path: '/user/campaigns/update-status',
    isIdempotent: true,
    isPaged: false,
    fields: {
      campaign_id: { description: 'Id of the campaign; null without one' },
      action: { description: 'start or stop' },
    },
  },
  'conversations.disableAi': {
    method: 'POST',
    path: '/user/conversations/{uuid}/disable-ai',
    isIdempotent: false,
    isPaged: false,
    fields: { uuid: { description: 'UUID of the conversation' } },
  },
  'conversations.enableAi': {
    method: 'POST',
    path: '/user/conversations/{uuid}/enable-ai',
    isIdempotent: false,
    isPaged: false,
    fields: { uuid: { description: 'UUID of the conversation' } },
  },
  'conversations.get': {
    method: 'GET',
    path: '/user/conversations/{uuid}',
    isIdempotent: false,
    isPaged: false,
    fields: { uuid: { description: 'UUID of the conversation' } },
  },
  'conversations.list': {
    method: 'GET',
    path: '/user/conversations',
    isIdempotent: false,
    isPaged: true,
    fields: {
      type: { description: 'Only those of this kind', values: ['test', 'widget', 'msgapp', 'api'] },
      assistant_id: { description: 'Only those of this assistant' },
      has_opted_out: {
        description: 'true: customers who opted out or are on the do-not-call list; false: all others.',
      },
      date_from: {
        description: 'Only those created on or after this day, YYYY-MM-DD, in the account’s time zone',
      },
      date_to: {
        description: 'Only those created on or before this day, YYYY-MM-DD, in the account’s time zone',
      },
      updated_from: { description: 'Only those changed at or after this instant or day' },
      updated_to: { description: 'Only those changed before this instant, or on or before this day' },
      per_page: { description: 'Items on a page, from 1 to 100' },
      page: { description: 'Number of the page, from 1' },
    },
  },
  'conversations.messages.create': {
    method: 'POST',
    path: '/user/conversations/{uuid}/messages',
    isIdempotent: true,
    isPaged: false,
    fields: {
      uuid: { description: 'UUID of the conversation' },
      message: { description: 'Text of the message' },
    },
  },
  'documents.create': {
    method: 'POST',
    path: '/user/knowledgebases/{knowledgebase_id}/documents',
    isIdempotent: true,
    isPaged: false,
    fields: {
      knowledgebase_id: { description: 'Id of the knowledgebase' },
      name: { description: 'Its name' },
      description: { description: 'Its description' },
      type: { description: 'Its kind', values: ['website', 'pdf', 'txt', 'docx'] },
      url: { description: 'Its URL' },
      links: { description: 'Links for a page navigation' },
      relative_links_limit: {
        description: 'How many linked pages of the website are read, from 1 to 50. Default: 10.',
      },
      file: { description: 'At most 20971520 bytes' },
    },
  },
  'leads.create': {
    method: 'POST',
    path: '/user/lead',
    isIdempotent: true,
    isPaged: false,
    fields: {
      phone_number: { description: 'Number in international format (E.164), such as +14155550123' },
      campaign_id: { description: 'Id of the campaign; null without one' },
      variables: { description: 'Values for {{names}} in the assistant’s texts, by name' },
      external_id: {
        description:
          'If the campaign has a lead with this id, that lead is changed, and its variables are merged',
      },
      allow_dupplicate: { description: 'Allows a second lead with the same number in a campaign' },
      secondary_contacts: {
        description: 'Other numbers, called in order when the previous one does not answer',
      },
    },
  },
  'msgapp.sendFreeform': {
    method: 'POST',
    path: '/user/msgapp/send-freeform',
    isIdempotent: true,
    isPaged: false,
    fields: {
      sender_id: { description: 'Id of the sender' },
      recipient_phone: { description: 'The customer’s number, or their id in the channel' },
      message: { description: 'Text of the message, at most 4,096 characters' },
    },
  },
  'msgapp.sendTemplate': {
    method: 'POST',
    path: '/user/msgapp/send',
    isIdempotent: true,
    isPaged: false,
    fields: {
      sender_id: { description: 'Id of the sender' },
      template_id: { description: 'Id of the template' },
      recipient_phone: { description: 'The customer’s number, or their id in the channel' },
      recipient_name: { description: 'Name of the customer, for a new conversation' },
      variables: {
        description:
          'Keys are positions ("1", "2", …) or variable names. The positions of a list start at 1.',
      },
    },
  },
  'sms.send': {
    method: 'POST',
    path: '/user/sms',
    isIdempotent: true,
    isPaged: false,
    fields: {
      from: { description: 'Id of a number of the account that can send SMS' },
      phone_number_id: { description: 'The same as from' },
      to: { description: 'Recipient’s number in international format' },
      phone_number: { description: 'The same as to' },
      body: { description: 'Text, at most 1,600 characters' },
      message: { description: 'The same as body' },
    },
  },
} as const;

/** Webhook events with their meaning. */

export const EVENTS = [
  { type: 'call.started', summary: 'A call was answered' },
  { type: 'call.ended', summary: 'A call has ended' },
  { type: 'call.transferred', summary: 'The transfer of a call has succeeded or failed' },
  {
    type: 'conversation.started',
    summary: 'A conversation of the widget, the messaging channel or the API has started',
  },
  { type: 'conversation.ended', summary: 'A conversation in which the customer wrote has ended' },
  {
    type: 'conversation.handed_off',
    summary: 'The assistant was turned off in a conversation, so that a person answers',
  },
  { type: 'message.received', summary: 'A customer wrote a message or an SMS' },
  { type: 'message.sent', summary: 'A message or an SMS to a customer was stored for sending' },
  { type: 'message.status', summary: 'The delivery state of a message or an SMS has changed' },
  { type: 'lead.updated', summary: 'The status, goal, variables, number or campaign of a lead has changed' },
  { type: 'campaign.started', summary: 'A campaign has started' },
  { type: 'campaign.completed', summary: 'A campaign has called all its leads' },
  { type: 'campaign.paused', summary: 'A campaign was stopped' },
  { type: 'contact.opted_out', summary: 'A customer opted out by message, through the carrier or in a call' },
  { type: 'document.active', summary: 'A document can be searched' },
  { type: 'document.failed', summary: 'A document could not be read' },
  { type: 'balance.low', summary: 'The balance has fallen below 5 USD' },
  {
    type: 'sender.changed',
    summary: 'The status, quality rating, messaging limit or name of a sender has changed',
  },
  {
    type: 'alert.opened',
    summary: 'Something needs attention, such as a failed document or a paused campaign',
  },
  { type: 'alert.resolved', summary: 'The cause of an alert is gone' },
] as const;
