import { decodeUlaw, ULAW_SILENCE } from '../../server/src/core/g711.ts';
import { Resampler } from '../../server/src/core/resampler.ts';
import { OpusCodec } from '../../server/src/telephony/rtp/opus-codec.ts';
import { CLOCK_PER_MS, createDecoder, createEncoder } from '../../server/src/telephony/rtp/rtp-codec.ts';

export const CODEC_NAMES = ['pcmu', 'g722', 'opus'] as const;
export type CodecName = (typeof CODEC_NAMES)[number];

const FRAME_BYTES = 160;
const SILENCE = Buffer.alloc(FRAME_BYTES, ULAW_SILENCE);
/** Payload type and SDP name. */
const TYPES = {
  pcmu: { payloadType: 0, name: 'PCMU/8000' },
  g722: { payloadType: 9, name: 'G722/8000' },
  opus: { payloadType: 96, name: 'opus/48000/2' },
} as const;

/** SDP lines of an offer with this codec alone. */
export function mediaLines(codec: CodecName, port: number): string[] {
  const { payloadType, name } = TYPES[codec];
  return [
    `m=audio ${port} RTP/AVP ${payloadType}`,
    `a=rtpmap:${payloadType} ${name}`,
    ...(codec === 'opus' ? [`a=fmtp:${payloadType} useinbandfec=1`] : []),
  ];
}

/** One caller's codec. */
export interface CallerCodec {
  payloadType: number;
  /** Timestamps of 20 ms. */
  ticks: number;
  /** @param frame 20 ms of µ-law; undefined for silence */
  encode(frame: Buffer | undefined): Uint8Array;
  decode(payload: Uint8Array): Int16Array;
  close(): void;
}

export async function openCallerCodec(codec: CodecName): Promise<CallerCodec> {
  const about = { payloadType: TYPES[codec].payloadType, ticks: 20 * CLOCK_PER_MS[codec] };
  const close = (): void => undefined;
  if (codec === 'pcmu') return { ...about, encode: (frame) => frame ?? SILENCE, decode: decodeUlaw, close };
  if (codec === 'g722') {
    const encode = createEncoder('g722', 8000);
    const decode = createDecoder('g722', 8000);
    return { ...about, encode: (frame) => encode(decodeUlaw(frame ?? SILENCE)), decode, close };
  }
  const opus = await OpusCodec.open(16_000);
  const resampler = new Resampler(8000, 16_000);
  return {
    ...about,
    encode: (frame) => opus.encode(resampler.process(decodeUlaw(frame ?? SILENCE))),
    decode: (payload) => opus.decode(payload, 320),
    close: () => opus.free(),
  };
}
