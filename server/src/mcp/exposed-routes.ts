/** Values of a tool call, by argument. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Tools of one group can be selected with `?groups=` in the server's URL. */
export const TOOL_GROUPS = [
  'account',
  'assistants',
  'knowledge',
  'tools',
  'calls',
  'conversations',
  'campaigns',
  'messages',
  'webhooks',
] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

export interface ExposedRoute {
  group: ToolGroup;
  /** True for a `POST` that changes nothing. */
  isReadOnly?: true;
  /**
   * Sentence for the user, who is asked before the call deletes something, spends money, contacts people or sends data out.
   * Null if a call with these values does none of that.
   */
  warning?(values: Arguments): string | null;
  /** Descriptions of arguments whose meaning the schema does not tell. */
  descriptions?: Readonly<Record<string, string>>;
}

const lookUp = 'Look the id up with';

/**
 * The routes that are tools, by method and path. Not all 160 operations, because models then choose wrong tools and run out
 * of context. Excluded are aliases, credentials, files, streams, and operations for the console and for carriers.
 */
export const EXPOSED_ROUTES: Readonly<Record<string, ExposedRoute>> = {
  'GET /user/me': { group: 'account' },
  'GET /user/statistics': { group: 'account' },
  'GET /user/billing/summary': { group: 'account' },
  'GET /user/audit-log': { group: 'account' },
  'GET /user/search': { group: 'account' },
  'GET /user/search/content': { group: 'account' },

  'GET /user/assistants/summaries': { group: 'assistants' },
  'GET /user/assistant/:id': { group: 'assistants' },
  'POST /user/assistant': {
    group: 'assistants',
    descriptions: {
      voice_id: `${lookUp} voices_list.`,
      language_id: `${lookUp} languages_list.`,
      llm_model_id: `Required in pipeline mode. ${lookUp} models_list, type llm.`,
      multimodal_model_id: `Required in multimodal and dualplex mode. ${lookUp} models_list.`,
      initial_message: 'The first words of the assistant.',
      system_prompt: 'Who the assistant is, what it does and knows. {{name}} is replaced by a variable.',
      timezone: 'An IANA name, such as Europe/Bucharest.',
    },
  },
  'PUT /user/assistant/:id': { group: 'assistants' },
  'DELETE /user/assistant/:id': {
    group: 'assistants',
    warning: ({ id }) => `Deletes assistant ${id} and frees its phone number. Its calls and chats stay.`,
  },
  'POST /user/assistant/:id/activate': { group: 'assistants' },
  'POST /user/assistant/:id/deactivate': { group: 'assistants' },
  'GET /user/assistants/models': { group: 'assistants' },
  'GET /user/assistants/voices': { group: 'assistants' },
  'GET /user/assistants/languages': { group: 'assistants' },
  'GET /user/assistants/phone-numbers': { group: 'assistants' },

  'GET /user/knowledgebases': { group: 'knowledge' },
  'GET /user/knowledgebases/:id': { group: 'knowledge' },
  'POST /user/knowledgebases': { group: 'knowledge' },
  'DELETE /user/knowledgebases/:id': {
    group: 'knowledge',
    warning: ({ id }) => `Deletes knowledgebase ${id} with all its documents. Assistants lose it.`,
  },
  'POST /user/knowledgebases/:id/search': { group: 'knowledge', isReadOnly: true },
  'GET /user/knowledgebases/:knowledgebase_id/documents': { group: 'knowledge' },
  'GET /user/knowledgebases/:knowledgebase_id/documents/:id': { group: 'knowledge' },
  'POST /user/knowledgebases/:knowledgebase_id/documents': {
    group: 'knowledge',
    descriptions: {
      type: 'website with url or links, or txt with text. PDF and Word files need the console.',
    },
  },
  'DELETE /user/knowledgebases/:knowledgebase_id/documents/:id': {
    group: 'knowledge',
    warning: ({ id }) => `Deletes document ${id} and its passages.`,
  },

  'GET /user/tools': { group: 'tools' },
  'GET /user/tools/:id': { group: 'tools' },
  'POST /user/tools': { group: 'tools' },
  'PUT /user/tools/:id': {
    group: 'tools',
    warning: ({ id, endpoint }) =>
      endpoint === undefined
        ? null
        : `Sends the requests of mid-call tool ${id}, with its secret headers and data of customers, to ${endpoint} from now on.`,
  },
  'DELETE /user/tools/:id': {
    group: 'tools',
    warning: ({ id }) => `Deletes mid-call tool ${id} and removes it from all assistants.`,
  },
  'POST /user/tools/:id/test': {
    group: 'tools',
    warning: ({ id }) => `Sends a real request to the endpoint of mid-call tool ${id}.`,
  },

  'GET /user/calls': { group: 'calls' },
  'GET /user/calls/:id': { group: 'calls' },
  'POST /user/make_call': {
    group: 'calls',
    warning: ({ phone_number: number, assistant_id: assistant }) =>
      `Calls ${number} with assistant ${assistant}. The call is charged to the account.`,
  },
  'POST /user/calls/:id/cancel': {
    group: 'calls',
    warning: ({ id }) => `Cancels scheduled call ${id}.`,
  },
  'POST /user/calls/:id/hang-up': { group: 'calls', warning: ({ id }) => `Ends live call ${id}.` },
  'DELETE /user/calls/:id': {
    group: 'calls',
    warning: ({ id }) => `Deletes call ${id} with its transcript and recording, and ends it if it is live.`,
  },
  'GET /user/blacklist': { group: 'calls' },
  'POST /user/blacklist': { group: 'calls' },
  'DELETE /user/blacklist/:id': {
    group: 'calls',
    warning: ({ id }) =>
      `Removes entry ${id} from the do-not-call list, so that the number may be called again.`,
  },
  'GET /user/phone-numbers/all': { group: 'calls' },
  'GET /user/phone-numbers/search': { group: 'calls' },
  'PUT /user/assistants/phone-numbers/:id': { group: 'calls' },
  'POST /user/phone-numbers/purchase': {
    group: 'calls',
    warning: ({ phone_number: number }) => `Buys ${number}. The carrier charges for it every month.`,
  },
  'POST /sandbox/phone-numbers': { group: 'calls' },

  'GET /user/conversations': { group: 'conversations' },
  'GET /user/conversations/:uuid': { group: 'conversations' },
  'POST /conversations': {
    group: 'conversations',
    descriptions: {
      assistant_id: 'The UUID of the assistant, not its number.',
      type: 'test is free of charge and is not counted as a customer’s chat.',
    },
  },
  'POST /conversations/:uuid/messages': {
    group: 'conversations',
    descriptions: { message: 'What the customer says. The answer of the assistant is returned.' },
    warning: ({ uuid, message }) =>
      `Sends this to the assistant of conversation ${uuid}, as its customer: “${message}” Unless the chat is a test, the answer is charged to the account.`,
  },
  'GET /user/inbox': { group: 'conversations' },
  'GET /user/inbox/counts': { group: 'conversations' },
  'GET /user/inbox/choices': { group: 'conversations' },
  'GET /user/conversations/:uuid/events': { group: 'conversations' },
  'GET /user/conversations/:uuid/notes': { group: 'conversations' },
  'POST /user/conversations/:uuid/notes': { group: 'conversations' },
  'POST /user/conversations/bulk': {
    group: 'conversations',
    warning: ({ action, ids }) =>
      `Changes ${Array.isArray(ids) ? ids.length : 'several'} conversations of the inbox: ${action}.`,
  },
  'POST /user/conversations/:uuid/enable-ai': { group: 'conversations' },
  'POST /user/conversations/:uuid/disable-ai': { group: 'conversations' },
  'POST /user/conversations/:uuid/messages': {
    group: 'conversations',
    warning: ({ uuid, message }) => `Sends this to the customer of conversation ${uuid}: “${message}”`,
  },

  'GET /user/campaigns': { group: 'campaigns' },
  'GET /user/campaign/:id': { group: 'campaigns' },
  'POST /user/campaign': { group: 'campaigns' },
  'PUT /user/campaign/:id': {
    group: 'campaigns',
    warning: ({ id }) =>
      `Changes campaign ${id}. If it is running, its leads are called by the new settings.`,
  },
  'DELETE /user/campaign/:id': {
    group: 'campaigns',
    warning: ({ id }) => `Stops campaign ${id} and deletes it with its leads. Its calls stay.`,
  },
  'POST /user/campaigns/update-status': {
    group: 'campaigns',
    descriptions: { action: 'start or stop' },
    warning: ({ campaign_id: id, action }) =>
      action === 'stop'
        ? `Stops campaign ${id}. Live calls continue.`
        : `Starts campaign ${id}: its leads are called, and the calls are charged to the account.`,
  },
  'GET /user/campaign/:id/report': { group: 'campaigns' },
  'GET /user/leads': { group: 'campaigns' },
  'POST /user/lead': {
    group: 'campaigns',
    warning: ({ phone_number: number, campaign_id: id }) =>
      `Adds ${number} to campaign ${id}. A running campaign calls the number.`,
  },
  'PUT /user/leads/:id': {
    group: 'campaigns',
    warning: ({ id }) => `Changes lead ${id}. A running campaign may call it again.`,
  },
  'DELETE /user/leads/:id': { group: 'campaigns', warning: ({ id }) => `Deletes lead ${id}.` },

  'GET /user/msgapp/senders': { group: 'messages' },
  'GET /user/msgapp/senders/:sender_id/templates': { group: 'messages' },
  'GET /user/msgapp/session-status': { group: 'messages' },
  'POST /user/msgapp/send-freeform': {
    group: 'messages',
    warning: ({ recipient_phone: phone, message }) => `Sends this to ${phone}: “${message}”`,
  },
  'POST /user/msgapp/send': {
    group: 'messages',
    warning: ({ recipient_phone: phone, template_id: id }) => `Sends template ${id} to ${phone}.`,
  },
  'GET /user/sms': { group: 'messages' },
  'POST /user/sms': { group: 'messages', warning: () => 'Sends an SMS, which is charged to the account.' },

  'GET /user/webhook-endpoints': { group: 'webhooks' },
  'POST /user/webhook-endpoints': {
    group: 'webhooks',
    warning: ({ url, events }) =>
      `Sends the events ${events}, with data of calls, chats and customers, to ${url} from now on.`,
  },
  'DELETE /user/webhook-endpoints/:id': {
    group: 'webhooks',
    warning: ({ id }) => `Deletes webhook endpoint ${id} and its unsent webhooks.`,
  },
  'GET /user/webhook-deliveries': { group: 'webhooks' },
  'GET /user/webhook-deliveries/:id': { group: 'webhooks' },
};
