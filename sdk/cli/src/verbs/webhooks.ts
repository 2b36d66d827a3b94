import type { Option, Verb } from '../program/verb.ts';
import { FIELDS, PAGES, YES } from './shared-options.ts';

const ENDPOINT = { name: 'endpoint', description: 'id or URL' };
const DELIVERY = { name: 'delivery', description: 'id of the delivery, such as msg_019ad4f0…' };
const EVENT: Option = {
  flags: '-e, --event <type>',
  description: 'only this type of event (default: all)',
  isRepeatable: true,
};

export const webhookVerbs: readonly Verb[] = [
  {
    name: 'webhooks list',
    summary: 'list webhook endpoints',
    options: PAGES,
    examples: ['webhooks list'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('webhooks'),
  },
  {
    name: 'webhooks show',
    summary: 'show a webhook endpoint',
    arguments: [ENDPOINT],
    examples: ['webhooks show 3'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('webhooks'),
  },
  {
    name: 'webhooks add',
    summary: 'subscribe a URL to events',
    arguments: [{ name: 'url', description: 'a public http or https URL' }],
    options: [
      EVENT,
      { flags: '--description <text>', description: 'description' },
      {
        flags: '--header <name=value>',
        description: 'a header that is sent with each webhook',
        isRepeatable: true,
      },
    ],
    examples: ['webhooks add https://crm.example/parley --event call.ended --event lead.updated'],
    place: 'remote',
    load: async () => (await import('../webhooks/endpoints.ts')).addEndpoint,
  },
  {
    name: 'webhooks update',
    summary: 'change a webhook endpoint',
    arguments: [ENDPOINT],
    options: FIELDS,
    examples: ['webhooks update 3 --set is_active=false', 'webhooks update 3 --set \'events=["*"]\''],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).updateOf({ kind: 'webhooks' }),
  },
  {
    name: 'webhooks delete',
    summary: 'delete a webhook endpoint and its unsent webhooks',
    arguments: [ENDPOINT],
    options: [YES],
    examples: ['webhooks delete https://crm.example/parley --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('webhooks'),
  },
  {
    name: 'webhooks test',
    summary: 'send test.ping to an endpoint',
    arguments: [ENDPOINT],
    examples: ['webhooks test 3'],
    place: 'remote',
    load: async () => (await import('../webhooks/endpoints.ts')).testEndpoint,
  },
  {
    name: 'webhooks events',
    summary: 'list the types of events',
    examples: ['webhooks events'],
    place: 'remote',
    load: async () => (await import('../webhooks/trigger.ts')).listEvents,
  },
  {
    name: 'webhooks listen',
    summary: 'forward webhooks to a server on this machine',
    details:
      'Works behind NAT: the deliveries of a temporary endpoint are read over the API and posted to your server with the ' +
      'same body, id and signature. The endpoint is deleted when you press Ctrl-C.',
    options: [{ flags: '--forward <url>', description: 'URL of your server (required)' }, EVENT],
    examples: [
      'webhooks listen --forward http://localhost:8080/hook',
      'webhooks listen --forward localhost:8080 -e call.ended',
    ],
    place: 'remote',
    load: async () => (await import('../webhooks/listen.ts')).listen,
  },
  {
    name: 'webhooks trigger',
    summary: 'send an event without its cause',
    details:
      "With --forward, sends the account's newest event of the type, or a made-up one, signed, to a server on this " +
      'machine. Otherwise the server sends test.ping to every active endpoint.',
    arguments: [{ name: 'type', description: 'for example call.ended' }],
    options: [{ flags: '--forward <url>', description: 'URL of your server' }],
    examples: [
      'webhooks trigger test.ping',
      'webhooks trigger call.ended --forward http://localhost:8080/hook',
    ],
    place: 'remote',
    load: async () => (await import('../webhooks/trigger.ts')).trigger,
  },
  {
    name: 'webhooks deliveries',
    summary: 'list deliveries, newest first',
    options: [
      {
        flags: '--status <status>',
        description: 'only these',
        choices: ['pending', 'held', 'delivered', 'failed'],
      },
      { flags: '-e, --event <type>', description: 'only this type of event' },
      ...PAGES,
    ],
    examples: ['webhooks deliveries --status failed'],
    place: 'remote',
    load: async () => (await import('../webhooks/deliveries.ts')).listDeliveries,
  },
  {
    name: 'webhooks delivery',
    summary: 'show a delivery with its body and attempts',
    arguments: [DELIVERY],
    examples: ['webhooks delivery msg_019ad4f0c1e83f5a9c27d4b6e8f0a1b2'],
    place: 'remote',
    load: async () => (await import('../webhooks/deliveries.ts')).showDelivery,
  },
  {
    name: 'webhooks resend',
    summary: 'send a delivery again',
    arguments: [DELIVERY],
    examples: ['webhooks resend msg_019ad4f0c1e83f5a9c27d4b6e8f0a1b2'],
    place: 'remote',
    load: async () => (await import('../webhooks/deliveries.ts')).resendDelivery,
  },
  {
    name: 'webhooks secret',
    summary: 'print the secret that webhooks are signed with',
    examples: ['webhooks secret'],
    place: 'remote',
    load: async () => (await import('../webhooks/endpoints.ts')).showSecret,
  },
  {
    name: 'webhooks rotate',
    summary: 'make a new secret',
    options: [YES],
    examples: ['webhooks rotate --yes'],
    place: 'remote',
    load: async () => (await import('../webhooks/endpoints.ts')).rotateSecret,
  },
];
