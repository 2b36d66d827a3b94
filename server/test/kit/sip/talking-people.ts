import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../src/core/clock.ts';
import {
  headerOf,
  type SipRequest,
  type SipResponse,
} from '../../../src/telephony/sip/message/sip-message.ts';
import { openRtpPeer, type RtpPeer } from '../rtp-peer.ts';
import { peerSdp, type SipPeer, tagOf } from './sip-peer.ts';

/** The far end of a SIP call, which talks without pause and records what it receives. */
export interface TalkingPerson {
  /** Call-ID. */
  callId: string;
  /** Sent audio in µ-law. */
  said(): Buffer;
  /** Received audio in µ-law. */
  heard(): Buffer;
}

export interface TalkingPeople {
  /** Answers a call. */
  answer(invite: SipRequest): Promise<TalkingPerson>;
  /** Calls a number of the server at its SIP port; resolves when answered. Await each call before the next. */
  call(port: number, number: string): Promise<TalkingPerson>;
  /** Stops the audio of all people. */
  stop(): void;
}

const FRAME_BYTES = 160;
const FRAME_MS = 20;
/** More frames than any call has. */
const MOST_FRAMES = 120 * 50;

/** Creates people behind one carrier who talk without pause. */
export function talkingPeople(carrier: SipPeer): TalkingPeople {
  const stopping = new AbortController();
  const speakers = new Set<() => void>();
  const sockets: RtpPeer[] = [];
  speakUntil(stopping.signal, speakers).catch(() => undefined);
  const enter = async () => {
    const rtp = await openRtpPeer();
    sockets.push(rtp);
    const words = wordsOf(sockets.length);
    let said = 0;
    const speakTo = (description: string): void => {
      const to = Number(/m=audio (\d+)/.exec(description)?.[1]);
      speakers.add(() => {
        const payload = words.subarray(said * FRAME_BYTES, (said + 1) * FRAME_BYTES);
        said += 1;
        rtp.send(to, { payload, sequence: said, timestamp: said * FRAME_BYTES }).catch(() => undefined);
      });
    };
    const person = {
      said: () => words.subarray(0, said * FRAME_BYTES),
      heard: () => Buffer.concat(rtp.received.map(({ payload }) => payload)),
    };
    return { person, speakTo, body: peerSdp(rtp.port) };
  };
  return {
    answer: async (invite) => {
      const { person, speakTo, body } = await enter();
      speakTo(invite.body);
      carrier.respond(invite, 200, { tag: `person${sockets.length}`, body });
      return { ...person, callId: headerOf(invite, 'call-id') ?? '' };
    },
    call: async (port, number) => {
      const { person, speakTo, body } = await enter();
      const callId = randomUUID();
      const about = { callId, sequence: 1, uri: `sip:${number}@127.0.0.1:${port}` };
      carrier.request(port, { ...about, method: 'INVITE', body });
      const answer = await lastAnswer(carrier, callId);
      carrier.request(port, { ...about, method: 'ACK', toTag: tagOf(answer) });
      speakTo(answer.body);
      return { ...person, callId };
    },
    stop: () => {
      stopping.abort();
      for (const socket of sockets) socket.close();
    },
  };
}

/** The final response to an INVITE. */
async function lastAnswer(carrier: SipPeer, callId: string): Promise<SipResponse> {
  let answer = await carrier.takeResponse('INVITE');
  while (answer.status < 200 || headerOf(answer, 'call-id') !== callId) {
    answer = await carrier.takeResponse('INVITE');
  }
  if (answer.status !== 200) throw new Error(`The call was refused with ${answer.status}.`);
  return answer;
}

/** Sends frames without drift: late frames are sent immediately. */
async function speakUntil(signal: AbortSignal, speakers: ReadonlySet<() => void>): Promise<void> {
  const beganMs = systemClock.monotonicMs();
  for (let frame = 1; frame < MOST_FRAMES && !signal.aborted; frame += 1) {
    for (const speak of speakers) speak();
    const restMs = beganMs + frame * FRAME_MS - systemClock.monotonicMs();
    if (restMs > 0) await systemClock.sleep(restMs, signal);
  }
}

/** Loud noise that is unique to the person and never repeats. It has no negative zero, which decoding loses. */
function wordsOf(person: number): Buffer {
  let state = person * 2_654_435_761;
  return Buffer.from(
    Uint8Array.from({ length: MOST_FRAMES * FRAME_BYTES }, () => {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
      const byte = (state >>> 9) & 0xff;
      return byte === 0x7f ? 0x80 : byte;
    }),
  );
}
