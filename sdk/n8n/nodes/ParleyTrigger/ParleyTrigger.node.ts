// allow file-name: n8n loads the class with the name of the file.
import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { EVENTS } from '../../api/generated/operations.ts';
import { isSubscribed, subscribe, unsubscribe } from './endpoint.ts';
import { verifiedEvent } from './verified-event.ts';

export class ParleyTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley Trigger',
    name: 'parleyTrigger',
    icon: { light: 'file:../../icons/parley.svg', dark: 'file:../../icons/parley.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in Parley, such as the end of a call',
    defaults: { name: 'Parley Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'parleyApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: [],
        description: 'The events that start the workflow',
        options: [
          { name: 'All Events', value: '*', description: 'Including those of later versions' },
          ...EVENTS.map(({ type, summary }) => ({ name: type, value: type, description: summary })),
        ],
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return isSubscribed(this);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        await subscribe(this);
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await unsubscribe(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const event: IDataObject | null = await verifiedEvent(this);
    if (event === null) {
      this.getResponseObject().status(401).json({ message: 'The signature is not valid.' });
      return { noWebhookResponse: true };
    }
    // The console's test of an endpoint starts no workflow.
    if (event['type'] === 'test.ping') return {};
    return { workflowData: [[{ json: event }]] };
  }
}
