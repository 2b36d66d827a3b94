import { decodeUlaw, encodeUlaw } from '../../../src/core/g711.ts';
import type { SipAgent } from '../../../src/telephony/sip/sip-agent.ts';
import type { SipTrunk } from '../../../src/telephony/sip/trunk/sip-trunk.ts';
import type { MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import type { CallCarrierFake } from '../call-carrier-fake/call-carrier-fake.ts';
import { eventually } from '../eventually.ts';
import { openMicrophone } from './microphone.ts';

/** A caller who called one of our numbers. */
export interface CallerPhone {
  /** Audio received so far, at 8 kHz. */
  heard(): Promise<Int16Array>;
  /** Speaks in real time at 8 kHz; resolves after the last sample. */
  say(samples: Int16Array): Promise<void>;
  hangUp(): Promise<void>;
  /** Resolves when the other side hangs up. */
  ended(): Promise<void>;
}

/** Calls over SIP and RTP, like an exchange that is connected by a trunk. */
export async function callOverSip(
  exchange: SipAgent,
  toServer: SipTrunk,
  { from, to }: { from: string; to: string },
): Promise<CallerPhone> {
  const answered = Promise.withResolvers<MediaLeg>();
  const request = { attemptId: crypto.randomUUID(), from, to, ringingTimeMs: 20_000 };
  exchange.routeFor(toServer).dial(request, (event) => {
    if (event.type === 'answered') answered.resolve(event.leg);
    if (event.type === 'failed') answered.reject(new Error(`The call was not answered: ${event.reason}`));
  });
  const leg = await answered.promise;
  const heard: Int16Array[] = [];
  const over = Promise.withResolvers<void>();
  const microphone = openMicrophone((frame) => leg.send(frame));
  leg.start({
    audio: (frame) => void heard.push(frame.slice()),
    digit: () => undefined,
    typed: () => undefined,
    ended: () => {
      microphone.close();
      over.resolve();
    },
  });
  return {
    heard: async () => joined(heard),
    say: microphone.say,
    hangUp: async () => {
      leg.hangUp();
      await over.promise;
    },
    ended: () => over.promise,
  };
}

/** Calls over a carrier with media streams. @param url webhook URL for the carrier */
export async function callOverStream(
  fake: CallCarrierFake,
  { from, to, url }: { from: string; to: string; url: string },
): Promise<CallerPhone> {
  const { sid } = await fake.callIn({ from, to, url, talks: true });
  return {
    heard: async () => decodeUlaw(Buffer.from(await fake.hears(sid), 'base64')),
    say: (samples) => fake.says({ sid, ulaw: Buffer.from(encodeUlaw(samples)).toString('base64') }),
    hangUp: () => fake.hangsUp(sid),
    ended: async () => {
      await eventually(
        () => fake.calls(),
        (calls) => calls.some((call) => call.sid === sid && call.status === 'completed'),
      );
    },
  };
}

function joined(frames: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    samples.set(frame, at);
    at += frame.length;
  }
  return samples;
}
