import type { ModelPrices } from '../../../core/model-prices.ts';
import { storableObject, storableText } from '../../../core/storable.ts';
import type { CallEvent } from '../../../voice/call-event.ts';
import { priceCalls } from '../../conversations/messages/priced-call.ts';
import type { ActiveCall } from '../lifecycle/call-store.ts';
import type { CallWriter } from './call-writer.ts';

interface Recorder {
  writer: CallWriter;
  modelPrices: ModelPrices;
  call: ActiveCall;
  answeredAt: Date;
}

/** Routes call events: speech to the transcript, model calls to usage, everything else to the events. */
export function recordEvent({ writer, modelPrices, call, answeredAt }: Recorder, event: CallEvent): void {
  const of = { userId: call.userId, callId: call.id };
  const beganMs = 'sinceMs' in event ? event.sinceMs : event.atMs;
  switch (event.type) {
    case 'assistant-said':
    case 'customer-said': {
      const content = storableText(event.text).trim();
      const sender = event.type === 'assistant-said' ? 'bot' : 'human';
      if (content !== '') {
        const saidAt = new Date(answeredAt.getTime() + beganMs);
        writer.add('said', { ...of, saidAt, sender, content });
      }
      return;
    }
    case 'model-call':
      for (const made of priceCalls(modelPrices, [event.call])) writer.add('modelCalls', { ...made, ...of });
      return;
    default:
      writer.add('events', {
        ...of,
        type: event.type,
        atMs: Math.round(beganMs),
        data: dataOf(event),
      });
  }
}

/** The event's own fields. For an answered turn: its latency and the providers it was measured with. */
function dataOf(event: CallEvent): Record<string, unknown> {
  if (event.type === 'turn-answered') return { ...rounded({ ...event.latency }), ...event.setup };
  const { type: _type, atMs: _atMs, ...data } = event;
  return storableObject(data);
}

function rounded(values: Record<string, number | null>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : Math.round(value)]),
  );
}
