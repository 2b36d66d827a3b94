import { carrierHttp } from '../../../src/compose/carrier-http.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { parseAddressRanges } from '../../../src/http/outbound/address-rules.ts';
import { createOutboundClient } from '../../../src/http/outbound/outbound-client.ts';
import type { CarrierHttp, OutgoingMessage } from '../../../src/providers/interfaces/messaging-carrier.ts';

/** The guarded client as the product composes it, allowed to call loopback. */
export function loopbackHttp(clock: Clock = systemClock): { http: CarrierHttp; close(): Promise<void> } {
  const client = createOutboundClient({ allowPrivate: parseAddressRanges('127.0.0.0/8').ranges, clock });
  return { http: carrierHttp(client), close: () => client.close() };
}

/** A text to a customer, with what a test changes. */
export function outgoing(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    channel: 'msgapp',
    from: '+40312345678',
    to: '+40721234567',
    content: { kind: 'text', text: 'Hello, Ștefan & Ана! 2 + 2 = 4 %' },
    reference: 'message-7',
    statusUrl: 'https://parley.example/api/carriers/msgapp/key',
    ...changes,
  };
}

export const never = new AbortController().signal;
