import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { OPERATIONS } from '../../api/generated/operations.ts';
import { type Controls, choice, count, found, longText, pairs, phone, text, toggle } from './controls.ts';
import { documentForm } from './document-form.ts';

export type OperationId = keyof typeof OPERATIONS;

/** One action of the node, which sends one operation of the API. */
export interface Action {
  name: string;
  /** Label in n8n's list of actions. */
  action: string;
  api: OperationId;
  required?: Controls;
  optional?: Controls;
  /** Fields with the same value in every request. */
  fixed?: IDataObject;
  /** The body, if it is not an object of the fields. */
  body?: (context: IExecuteFunctions, item: number, fields: IDataObject) => Promise<IDataObject | FormData>;
}

interface ResourceActions {
  name: string;
  actions: Readonly<Record<string, Action>>;
}

const { status, type } = OPERATIONS['calls.list'].fields;
const { type: conversationType } = OPERATIONS['conversations.list'].fields;

const assistant = found('Assistant', 'searchAssistants');
const campaign = found('Campaign', 'searchCampaigns');
const sender = found('Sender', 'searchSenders');
const variables = pairs('Variables', 'Variable');
const externalId = text('External ID');
const days: Controls = {
  date_from: text('Created From', { placeholder: 'e.g. 2026-03-01' }),
  date_to: text('Created To', { placeholder: 'e.g. 2026-03-31' }),
};
const conversationId = { uuid: text('Conversation ID') };

/** Everything that the node can do, in n8n's order: alphabetical. */
export const RESOURCES: Readonly<Record<string, ResourceActions>> = {
  assistant: {
    name: 'Assistant',
    actions: {
      getAll: { name: 'Get Many', action: 'Get many assistants', api: 'assistants.listSummaries' },
    },
  },
  call: {
    name: 'Call',
    actions: {
      get: { name: 'Get', action: 'Get a call', api: 'calls.get', required: { id: text('Call ID') } },
      getAll: {
        name: 'Get Many',
        action: 'Get many calls',
        api: 'calls.list',
        optional: {
          assistant_id: assistant,
          campaign_id: campaign,
          ...days,
          external_id: externalId,
          phone_number: text('Phone Number'),
          status: choice('Status', status.values),
          type: choice('Type', type.values),
        },
      },
      hangUp: {
        name: 'Hang Up',
        action: 'Hang up a call',
        api: 'calls.hangUp',
        required: { id: text('Call ID') },
        optional: { message: text('Message') },
      },
      make: {
        name: 'Make',
        action: 'Call a number',
        api: 'calls.make',
        required: { assistant_id: assistant, phone_number: phone() },
        optional: {
          allow_parallel: toggle(
            'Allow Parallel Calls',
            'Whether to call a number that is in a live call of the account',
          ),
          external_id: externalId,
          ignore_hours: toggle(
            'Ignore Calling Hours',
            'Whether the scheduled time may be outside the legal calling hours of the number',
          ),
          scheduled_at: text('Scheduled At', { placeholder: 'e.g. 2026-03-01T09:00:00+01:00' }),
          variables,
        },
      },
    },
  },
  campaign: {
    name: 'Campaign',
    actions: {
      addLead: {
        name: 'Add Lead',
        action: 'Add a lead to a campaign',
        api: 'leads.create',
        required: { campaign_id: campaign, phone_number: phone() },
        optional: {
          allow_dupplicate: toggle(
            'Allow Duplicate',
            'Whether to add a second lead with the same number to the campaign',
          ),
          external_id: externalId,
          variables,
        },
      },
      get: { name: 'Get', action: 'Get a campaign', api: 'campaigns.get', required: { id: campaign } },
      getAll: { name: 'Get Many', action: 'Get many campaigns', api: 'campaigns.list' },
      getReport: {
        name: 'Get Report',
        action: 'Get the report of a campaign',
        api: 'campaigns.report.get',
        required: { id: campaign },
      },
      start: {
        name: 'Start',
        action: 'Start a campaign',
        api: 'campaigns.updateStatus',
        required: { campaign_id: campaign },
        fixed: { action: 'start' },
      },
      stop: {
        name: 'Stop',
        action: 'Stop a campaign',
        api: 'campaigns.updateStatus',
        required: { campaign_id: campaign },
        fixed: { action: 'stop' },
      },
    },
  },
  conversation: {
    name: 'Conversation',
    actions: {
      generateReply: {
        name: 'Generate Reply',
        action: 'Generate a reply to a customer',
        api: 'ai.generateReply',
        required: {
          assistant_id: assistant,
          customer_identifier: text('Customer ID'),
          message: longText('Message'),
        },
        optional: { variables },
      },
      get: {
        name: 'Get',
        action: 'Get a conversation',
        api: 'conversations.get',
        required: conversationId,
      },
      getAll: {
        name: 'Get Many',
        action: 'Get many conversations',
        api: 'conversations.list',
        optional: {
          assistant_id: assistant,
          ...days,
          type: choice('Type', conversationType.values),
        },
      },
      reply: {
        name: 'Reply as a Person',
        action: 'Reply in a conversation as a person',
        api: 'conversations.messages.create',
        required: { ...conversationId, message: longText('Message') },
      },
      turnAssistantOff: {
        name: 'Turn Assistant Off',
        action: 'Turn the assistant of a conversation off',
        api: 'conversations.disableAi',
        required: conversationId,
      },
      turnAssistantOn: {
        name: 'Turn Assistant On',
        action: 'Turn the assistant of a conversation on',
        api: 'conversations.enableAi',
        required: conversationId,
      },
    },
  },
  knowledgebase: {
    name: 'Knowledge Base',
    actions: {
      addDocument: {
        name: 'Add Document',
        action: 'Add a document to a knowledge base',
        api: 'documents.create',
        required: {
          knowledgebase_id: found('Knowledge Base', 'searchKnowledgebases'),
          name: text('Document Name'),
          source: {
            displayName: 'Source',
            type: 'options',
            noDataExpression: true,
            options: [
              { name: 'File', value: 'file', description: 'A PDF, Word or text file of the input item' },
              { name: 'Text', value: 'text' },
              { name: 'Website', value: 'website' },
            ],
            default: 'text',
          },
          file: text('Input Binary Field', {
            default: 'data',
            hint: 'The name of the input field with the file',
            displayOptions: { show: { source: ['file'] } },
          }),
          text: { ...longText('Text'), displayOptions: { show: { source: ['text'] } } },
          url: text('URL', {
            placeholder: 'e.g. https://example.com',
            displayOptions: { show: { source: ['website'] } },
          }),
        },
        optional: {
          description: text('Description'),
          relative_links_limit: count('Linked Pages', 10, { minValue: 1, maxValue: 50 }),
        },
        body: documentForm,
      },
    },
  },
  message: {
    name: 'Message',
    actions: {
      send: {
        name: 'Send',
        action: 'Send a message',
        api: 'msgapp.sendFreeform',
        required: { sender_id: sender, recipient_phone: phone('To'), message: longText('Message') },
      },
      sendTemplate: {
        name: 'Send Template',
        action: 'Send a template',
        api: 'msgapp.sendTemplate',
        required: {
          sender_id: sender,
          template_id: found('Template', 'searchTemplates'),
          recipient_phone: phone('To'),
        },
        optional: { recipient_name: text('Recipient Name'), variables: pairs('Variables', 'Variable') },
      },
    },
  },
  sms: {
    name: 'SMS',
    actions: {
      send: {
        name: 'Send',
        action: 'Send an SMS',
        api: 'sms.send',
        required: {
          from: found('From', 'searchSmsNumbers'),
          to: phone('To'),
          body: longText('Message'),
        },
      },
    },
  },
};
