import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { isJsonObject } from '../../../src/providers/spec/json.ts';
import { CALL_ACCOUNT, type FakeCall } from './call-carrier-fake.ts';

export interface FakeStream {
  press(digit: string): void;
  /** Its connection breaks, without a word. */
  breakOff(): void;
  /** Says that it is over, and closes. */
  stop(): void;
}

/** Brings a call's sound to an address; whoever is on the phone echoes what it hears. */
export function openFakeStream(call: FakeCall, url: string, onClosed: () => void): FakeStream {
  const streamSid = `MZ${String(call.streams).padStart(32, '0')}`;
  call.streams += 1;
  const signature = getExpectedTwilioSignature(CALL_ACCOUNT.authToken, url, {});
  const socket = new WebSocket(url, { headers: { 'x-twilio-signature': signature } });
  let number = 1;
  let heardMs = 0;
  const tell = (message: Record<string, unknown>): void => {
    socket.send(JSON.stringify({ ...message, sequenceNumber: String(number), streamSid }));
    number += 1;
  };
  socket.on('error', () => undefined);
  socket.on('unexpected-response', (_request, response) => {
    call.answers.push(response.statusCode ?? 0);
    socket.terminate();
    onClosed();
  });
  socket.on('open', () => {
    tell({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    tell({ event: 'start', start: startOf(call, streamSid) });
  });
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    if (!isJsonObject(message)) return;
    if (message['event'] === 'clear') call.clears += 1;
    if (message['event'] === 'mark') tell({ event: 'mark', mark: message['mark'] });
    const { media } = message;
    if (message['event'] !== 'media' || !isJsonObject(media)) return;
    const payload = String(media['payload']);
    call.heardBytes += Buffer.from(payload, 'base64').length;
    tell({ event: 'media', media: { track: 'inbound', chunk: '1', timestamp: String(heardMs), payload } });
    heardMs += 20;
  });
  socket.on('close', onClosed);
  return {
    press: (digit) => tell({ event: 'dtmf', dtmf: { track: 'inbound_track', digit } }),
    breakOff: () => socket.terminate(),
    stop: () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      const { accountSid } = CALL_ACCOUNT;
      tell({ event: 'stop', stop: { accountSid, callSid: call.sid } });
      socket.close();
    },
  };
}

function startOf(call: FakeCall, streamSid: string): Record<string, unknown> {
  return {
    streamSid,
    accountSid: CALL_ACCOUNT.accountSid,
    callSid: call.sid,
    tracks: ['inbound'],
    customParameters: {},
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
  };
}
