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
  /** Resolves once the reports are certain to be made, some time later. */
  schedule(reports: SandboxReports): Promise<void>;
}

/** As the chat channel itself. */
const MAX_TEXT_CHARACTERS = 4_096;

const ERRORS: ReadonlyMap<string, string> = new Map([
  ['sandbox-refused', 'The sandbox refuses messages with the words "sandbox:refused".'],
  ['sandbox-failed', 'The sandbox fails messages with the words "sandbox:failed" after it has taken them.'],
  ['sandbox-undelivered', 'The sandbox does not deliver messages with the words "sandbox:undelivered".'],
]);

/** What a text provokes, by the words in it; anything else arrives and is read. */
const PROVOKED: ReadonlyMap<string, readonly DeliveryState[]> = new Map([
  ['sandbox:failed', ['failed']],
  ['sandbox:undelivered', ['sent', 'undelivered']],
  ['sandbox:unread', ['sent', 'delivered']],
]);

const ALL_IS_WELL: readonly DeliveryState[] = ['sent', 'delivered', 'read'];

/** A carrier without a network: takes messages of both channels and reports on them as real ones do. */
export function createSandboxMessaging({ schedule }: SandboxMessagingOptions): MessagingVendor {
  const carrier: MessagingCarrier = {
    check: async () => null,
    send: (message) => send(schedule, message),
    listTemplates: async () => [],
    readMedia: async () => {
      throw new ProviderError('rejected', 'The sandbox carries no media.');
    },
    readRequest: () => ({ kind: 'refused', reason: 'The sandbox has no network to call from.' }),
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
    return { kind: 'refused', code: 'sandbox-refused', reason: 'Refused as the text asks for.' };
  }
  if (text.includes('sandbox:unavailable')) {
    const reason = 'The sandbox does not answer, as the text asks for.';
    return { kind: 'unavailable', reason, retryAfterSeconds: 5 };
  }
  if (text.includes('sandbox:unknown')) {
    return { kind: 'unknown', reason: 'The sandbox breaks off, as the text asks for.' };
  }
  const [words, states] = [...PROVOKED].find(([word]) => text.includes(word)) ?? [null, ALL_IS_WELL];
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
