import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { encodeUlaw } from '../../../src/core/g711.ts';
import { isJsonObject } from '../../../src/providers/interfaces/json.ts';
import { type Mouth, openMouth } from '../voice/mouth.ts';
import { CALL_ACCOUNT, type FakeCall } from './call-carrier-fake.ts';

export interface FakeStream {
  /** A talking caller says this, 8 kHz; resolves when it is sent. */
  say(samples: Int16Array): Promise<void>;
  /** All received audio, µ-law. */
  heard(): Buffer;
  press(digit: string): void;
  /** Breaks the connection without a closing handshake. */
  breakOff(): void;
  /** Sends `stop` and closes. */
  stop(): void;
}

export interface FakeStreamOptions {
  /** True if the caller is silent until `say`; otherwise it echoes. */
  talks: boolean;
  closed(): void;
}

/** Streams a call's audio to a URL. */
export function openFakeStream(
  call: FakeCall,
  url: string,
  { talks, closed }: FakeStreamOptions,
): FakeStream {
  const streamSid = `MZ${String(call.streams).padStart(32, '0')}`;
  call.streams += 1;
  const signature = getExpectedTwilioSignature(CALL_ACCOUNT.authToken, url, {});
  const socket = new WebSocket(url, { headers: { 'x-twilio-signature': signature } });
  let number = 1;
  let sentMs = 0;
  let mouth: Mouth | null = null;
  const heard: Buffer[] = [];
  const send = (message: Record<string, unknown>): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ ...message, sequenceNumber: String(number), streamSid }));
    number += 1;
  };
  const sendAudio = (payload: string): void => {
    send({ event: 'media', media: { track: 'inbound', chunk: '1', timestamp: String(sentMs), payload } });
    sentMs += 20;
  };
  socket.on('error', () => undefined);
  socket.on('unexpected-response', (_request, response) => {
    call.answers.push(response.statusCode ?? 0);
    socket.terminate();
    closed();
  });
  socket.on('open', () => {
    send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    send({ event: 'start', start: startOf(call, streamSid) });
    if (talks) mouth = openMouth((frame) => sendAudio(Buffer.from(encodeUlaw(frame)).toString('base64')));
  });
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    if (!isJsonObject(message)) return;
    if (message['event'] === 'clear') call.clears += 1;
    if (message['event'] === 'mark') send({ event: 'mark', mark: message['mark'] });
    const { media } = message;
    if (message['event'] !== 'media' || !isJsonObject(media)) return;
    const payload = String(media['payload']);
    const bytes = Buffer.from(payload, 'base64');
    call.heardBytes += bytes.length;
    if (talks) heard.push(bytes);
    else sendAudio(payload);
  });
  socket.on('close', () => {
    mouth?.close();
    closed();
  });
  return {
    say: async (samples) => mouth?.say(samples),
    heard: () => Buffer.concat(heard),
    press: (digit) => send({ event: 'dtmf', dtmf: { track: 'inbound_track', digit } }),
    breakOff: () => socket.terminate(),
    stop: () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      const { accountSid } = CALL_ACCOUNT;
      send({ event: 'stop', stop: { accountSid, callSid: call.sid } });
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
