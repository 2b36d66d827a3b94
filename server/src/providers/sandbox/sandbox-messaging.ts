import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type {
  DeliveryState,
  MessagingCarrier,
  MessagingVendor,
  OutgoingMessage,
  Submission,
} from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { SANDBOX_CARRIER, type SandboxReports } from '../interfaces/sandbox-reports.ts';

export interface SandboxMessagingOptions {
  /** Resolves once the reports are scheduled durably. */
  schedule(reports: SandboxReports): Promise<void>;
}

/** The limit of the chat channel. */
const MAX_TEXT_CHARACTERS = 4_096;

const ERRORS: ReadonlyMap<string, string> = new Map([
  ['sandbox-refused', 'The sandbox rejects messages that contain "sandbox:refused".'],
  ['sandbox-failed', 'The sandbox accepts messages that contain "sandbox:failed" and then fails them.'],
  ['sandbox-undelivered', 'The sandbox does not deliver messages that contain "sandbox:undelivered".'],
]);

/** Delivery states by trigger word in the text; other texts are delivered and read. */
const TRIGGERED_STATES: ReadonlyMap<string, readonly DeliveryState[]> = new Map([
  ['sandbox:failed', ['failed']],
  ['sandbox:undelivered', ['sent', 'undelivered']],
  ['sandbox:unread', ['sent', 'delivered']],
]);

const DEFAULT_STATES: readonly DeliveryState[] = ['sent', 'delivered', 'read'];

/** A simulated carrier: accepts messages of both channels and reports on them like real ones. */
export function createSandboxMessaging({ schedule }: SandboxMessagingOptions): MessagingVendor {
  const carrier: MessagingCarrier = {
    check: async () => ({
      kind: 'accepted',
      health: { quality: null, messagingLimit: null, name: null, problem: null },
    }),
    send: (message) => send(schedule, message),
    listTemplates: async () => [],
    readMedia: async () => {
      throw new ProviderError('rejected', 'The sandbox has no media.');
    },
    readRequest: () => ({ kind: 'refused', reason: 'The sandbox does not send webhooks.' }),
  };
  return {
    name: SANDBOX_CARRIER,
    channels: ['msgapp', 'sms'],
    maxTextCharacters: MAX_TEXT_CHARACTERS,
    credentials: z.object({}),
    connect: () => carrier,
    explain: (code) => ERRORS.get(code) ?? null,
  };
}

async function send(
  schedule: SandboxMessagingOptions['schedule'],
  { content, statusUrl, reference }: OutgoingMessage,
): Promise<Submission> {
  const { text } = content;
  if (text.includes('sandbox:refused')) {
    return { kind: 'refused', code: 'sandbox-refused', reason: 'Refused, as the text requests.' };
  }
  if (text.includes('sandbox:unavailable')) {
    const reason = 'The sandbox simulates an outage, as the text requests.';
    return { kind: 'unavailable', reason, retryAfterSeconds: 5 };
  }
  if (text.includes('sandbox:unknown')) {
    return { kind: 'unknown', reason: 'The connection was lost, as the text requests.' };
  }
  const [words, states] = [...TRIGGERED_STATES].find(([word]) => text.includes(word)) ?? [
    null,
    DEFAULT_STATES,
  ];
  const errorCode = words?.replace(':', '-') ?? '';
  const providerMessageId = `sandbox-${randomUUID()}`;
  await schedule({
    statusUrl,
    reference,
    providerMessageId,
    states,
    errorCode: ERRORS.has(errorCode) ? errorCode : null,
  });
  return { kind: 'accepted', providerMessageId, state: 'queued' };
}
