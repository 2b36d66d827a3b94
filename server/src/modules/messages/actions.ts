import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { sandboxInboundRequest } from '#contract/messaging.ts';
import type { Context } from '../../core/context.ts';
import type { NamedRequest } from '../../core/named-request.ts';
import type { CarrierReport } from '../../providers/interfaces/messaging-carrier.ts';
import { SANDBOX_CARRIER } from '../../providers/interfaces/sandbox-reports.ts';
import { beginAnswer } from './answers/answer-customer.ts';
import type { MessageDependencies } from './dependencies.ts';
import type { StoredInbound } from './inbound/inbound-store.ts';
import { receiveChange } from './inbound/receive-change.ts';
import { receiveEcho } from './inbound/receive-echo.ts';
import { receiveMessage } from './inbound/receive-message.ts';
import { receiveCustomerNote } from './inbound/receive-note.ts';
import type { ReportingSender } from './outgoing/report-store.ts';
import { applyStatus } from './outgoing/status-reports.ts';
import { enqueueSync, enqueueSyncs } from './senders/enqueue-sync.ts';
import { requireSandboxSender } from './senders/require-sender.ts';
import { findSenderByNumber } from './senders/sender-store.ts';
import { keepUnattributed } from './senders/unattributed-reports.ts';
import { receiveSmsAtSender } from './sms/sms-verbs.ts';

/**
 * Handles reports of a carrier about one sender: customers' messages, message states, template changes. Reports may be
 * repeated, late or reordered. When it resolves, everything is stored, and the carrier may get a success response. When
 * it throws, the carrier must get an error, so that it reports again. The assistant's answers start immediately and are
 * not awaited.
 * @param about `sender` from `findCallbackSender`; `named`: idempotency key of a sandbox request
 * @returns the results of the customers' messages, in order
 */
export async function receiveReports(
  dependencies: MessageDependencies,
  about: { sender: ReportingSender; reports: readonly CarrierReport[]; named?: NamedRequest | null },
): Promise<StoredInbound[]> {
  const { sender, reports, named = null } = about;
  const received: StoredInbound[] = [];
  const waiting = new Set<number>();
  for (const report of reports) {
    switch (report.kind) {
      case 'message':
        // SMS open no window and have no conversation.
        if (report.channel === 'sms') await receiveSmsAtSender(dependencies, sender, report);
        else {
          const message = await receiveMessage(dependencies, { sender, named }, report);
          if (!message.isRepeat && message.unansweredReason === null) waiting.add(message.conversationId);
          received.push(message);
        }
        break;
      case 'echo':
        await receiveEcho(dependencies, sender, report);
        break;
      case 'change': {
        const changed = await receiveChange(dependencies, sender, report);
        if (changed !== null) waiting.add(changed);
        break;
      }
      case 'status':
        await applyStatus(dependencies, { kind: 'msgapp', ...sender }, report);
        break;
      case 'consent':
      case 'identity':
      case 'moved':
        await receiveCustomerNote(dependencies, sender, report);
        break;
      case 'other-sender':
        await receiveForOther(dependencies, sender, report);
        break;
      case 'unattributed':
        await keepUnattributed(dependencies, sender, report);
        break;
      case 'templates-changed':
        await enqueueSync(dependencies.database, { userId: sender.userId, senderId: sender.id });
        break;
      case 'senders-changed':
        await enqueueSyncs(dependencies.database, sender);
    }
  }
  for (const conversationId of waiting) {
    beginAnswer(dependencies, { userId: sender.userId, conversationId });
  }
  return received;
}

/**
 * Handles reports about another sender of the account: a carrier app may send them to the callback URL of any of its
 * senders.
 */
async function receiveForOther(
  dependencies: MessageDependencies,
  { userId, id, provider }: ReportingSender,
  { phoneNumber, reports }: Extract<CarrierReport, { kind: 'other-sender' }>,
): Promise<void> {
  const other = await findSenderByNumber(dependencies.database, { userId, provider, phoneNumber });
  if (other !== null) {
    await receiveReports(dependencies, { sender: { id: other.id, userId, provider }, reports });
    return;
  }
  const sender = { userId, id, provider };
  const content = JSON.stringify({ phoneNumber, reports });
  await keepUnattributed(dependencies, sender, {
    what: 'reports for a number that is not a sender',
    content,
  });
}

/** Sends a message to a sandbox sender as a customer, through the same code as carrier reports. */
export async function writeAsCustomer(
  dependencies: MessageDependencies,
  { userId }: Context,
  input: z.output<typeof sandboxInboundRequest> & { senderId: number; named: NamedRequest | null },
): Promise<StoredInbound> {
  const sender = await requireSandboxSender(dependencies.database, userId, input.senderId);
  const [received] = await receiveReports(dependencies, {
    sender: { id: sender.id, userId, provider: SANDBOX_CARRIER },
    named: input.named,
    reports: [
      {
        kind: 'message',
        channel: 'msgapp',
        // A repeated request gets the same message id.
        providerMessageId: `sandbox-${input.named?.key ?? randomUUID()}`,
        from: input.from,
        channelUserId: null,
        to: sender.phone_number,
        customerName: input.name ?? null,
        text: input.message,
        isTyped: true,
        isQuestion: true,
        about: null,
        carrierWord: null,
        media: [],
        sentAt: null,
      },
    ],
  });
  if (received === undefined) throw new Error('A sandbox message was not received.');
  return received;
}
