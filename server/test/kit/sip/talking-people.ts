import { systemClock } from '../../../src/core/clock.ts';
import { headerOf, type SipRequest } from '../../../src/telephony/sip/message/sip-message.ts';
import { openRtpPeer, type RtpPeer } from '../rtp-peer.ts';
import { peerSdp, type SipPeer } from './sip-peer.ts';

/** Somebody at the far end of a call over SIP who talks without a pause, and keeps what they hear. */
export interface TalkingPerson {
  /** What the call is known by at its carrier. */
  callId: string;
  /** In G.711 µ-law, from the first sound on. */
  said(): Buffer;
  heard(): Buffer;
}

export interface TalkingPeople {
  /** Answers a call. */
  answer(invite: SipRequest): Promise<TalkingPerson>;
  /** Nobody says anything any more. */
  stop(): void;
}

const FRAME_BYTES = 160;
const FRAME_MS = 20;
/** Longer than any of their calls. */
const MOST_FRAMES = 120 * 50;

/** People behind one carrier, all on one clock. */
export function talkingPeople(carrier: SipPeer): TalkingPeople {
  const stopping = new AbortController();
  const speakers = new Set<() => void>();
  const sockets: RtpPeer[] = [];
  speakUntil(stopping.signal, speakers).catch(() => undefined);
  return {
    answer: async (invite) => {
      const rtp = await openRtpPeer();
      sockets.push(rtp);
      const words = wordsOf(sockets.length);
      const to = Number(/m=audio (\d+)/.exec(invite.body)?.[1]);
      let said = 0;
      speakers.add(() => {
        const payload = words.subarray(said * FRAME_BYTES, (said + 1) * FRAME_BYTES);
        said += 1;
        rtp.send(to, { payload, sequence: said, timestamp: said * FRAME_BYTES }).catch(() => undefined);
      });
      carrier.respond(invite, 200, { tag: `person${sockets.length}`, body: peerSdp(rtp.port) });
      return {
        callId: headerOf(invite, 'call-id') ?? '',
        said: () => words.subarray(0, said * FRAME_BYTES),
        heard: () => Buffer.concat(rtp.received.map(({ payload }) => payload)),
      };
    },
    stop: () => {
      stopping.abort();
      for (const socket of sockets) socket.close();
    },
  };
}

/** Without drift: what is late follows at once. */
async function speakUntil(signal: AbortSignal, speakers: ReadonlySet<() => void>): Promise<void> {
  const beganMs = systemClock.monotonicMs();
  for (let frame = 1; frame < MOST_FRAMES && !signal.aborted; frame += 1) {
    for (const speak of speakers) speak();
    const restMs = beganMs + frame * FRAME_MS - systemClock.monotonicMs();
    if (restMs > 0) await systemClock.sleep(restMs, signal);
  }
}

/** Loud noise that is everybody's own and repeats itself nowhere; without the second of the two zeros, which a decoder forgets. */
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
