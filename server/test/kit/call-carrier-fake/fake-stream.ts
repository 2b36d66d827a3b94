import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { encodeUlaw } from '../../../src/core/g711.ts';
import { isJsonObject } from '../../../src/providers/interfaces/json.ts';
import { type Microphone, openMicrophone } from '../voice/microphone.ts';
import { CALL_ACCOUNT, type FakeCall } from './call-carrier-fake.ts';

export interface FakeStream {
  /** Sends 8 kHz audio; resolves when sent. */
  say(samples: Int16Array): Promise<void>;
  /** Received µ-law audio. */
  heard(): Buffer;
  press(digit: string): void;
  /** Terminates the connection without `stop`. */
  breakOff(): void;
  /** Sends `stop` and closes. */
  stop(): void;
}

export interface FakeStreamOptions {
  /** True if the caller is silent until `say`; otherwise it echoes. */
  talks: boolean;
  closed(): void;
}

/** Opens the media stream of a call. */
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
  let microphone: Microphone | null = null;
  const heard: Buffer[] = [];
  const tell = (message: Record<string, unknown>): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ ...message, sequenceNumber: String(number), streamSid }));
    number += 1;
  };
  const send = (payload: string): void => {
    tell({ event: 'media', media: { track: 'inbound', chunk: '1', timestamp: String(sentMs), payload } });
    sentMs += 20;
  };
  socket.on('error', () => undefined);
  socket.on('unexpected-response', (_request, response) => {
    call.answers.push(response.statusCode ?? 0);
    socket.terminate();
    closed();
  });
  socket.on('open', () => {
    tell({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    tell({ event: 'start', start: startOf(call, streamSid) });
    if (talks)
      microphone = openMicrophone((frame) => send(Buffer.from(encodeUlaw(frame)).toString('base64')));
  });
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    if (!isJsonObject(message)) return;
    if (message['event'] === 'clear') call.clears += 1;
    if (message['event'] === 'mark') tell({ event: 'mark', mark: message['mark'] });
    const { media } = message;
    if (message['event'] !== 'media' || !isJsonObject(media)) return;
    const payload = String(media['payload']);
    const bytes = Buffer.from(payload, 'base64');
    call.heardBytes += bytes.length;
    if (talks) heard.push(bytes);
    else send(payload);
  });
  socket.on('close', () => {
    microphone?.close();
    closed();
  });
  return {
    say: async (samples) => microphone?.say(samples),
    heard: () => Buffer.concat(heard),
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
