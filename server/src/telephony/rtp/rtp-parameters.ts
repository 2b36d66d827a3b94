import type { MasterKey } from './srtp/session-keys.ts';

export interface Encryption {
  /** Must be new, because packet indexes restart at 0 (RFC 3711 9.1). */
  ours: MasterKey;
  theirs: MasterKey;
}

export interface RtpParameters {
  /** IP address from the peer's SDP. Symmetric RTP may replace it by the source of received packets. */
  remoteAddress: string;
  remotePort: number;
  /** Null if multiplexed on the RTP port (RFC 5761). */
  remoteRtcpPort: number | null;
  /** The codec we send. All negotiated codecs may be received. */
  codec: 'pcmu' | 'pcma' | 'g722' | 'opus';
  /** Null for each payload type that is not negotiated. Without telephone events DTMF is detected in the audio. */
  payloadTypes: {
    pcmu: number | null;
    pcma: number | null;
    g722: number | null;
    opus: number | null;
    telephoneEvent: number | null;
    /** Telephone events whose durations count at 48 kHz, for Opus. */
    telephoneEvent48: number | null;
    comfortNoise: number | null;
  };
  /** Payload types of our SDP; the peer may use them or its own. */
  ownTypes?: DynamicTypes;
  /** How the peer wants Opus encoded; absent without Opus. */
  opus?: OpusFormat;
  /** Null or absent for plain RTP. */
  encryption?: Encryption | null;
  /** The peer's ptime. Packets are 10 ms long below 20, 40 ms from 40 on, otherwise 20 ms. */
  packetTimeMs: number;
  /** Both are false during a hold, depending on its direction: nothing is sent, or nothing is expected. */
  sends: boolean;
  receives: boolean;
}

/** Payload types that each description chooses for itself. */
export type DynamicTypes = Record<'opus' | 'telephoneEvent' | 'telephoneEvent48', number>;

/** Wishes of a peer for the Opus it receives (RFC 7587 6.1). */
export interface OpusFormat {
  /** In bit/s; null for no limit. */
  maxBitrate: number | null;
  /** True if it uses copies of lost packets. */
  usesFec: boolean;
  /** True for a constant bit rate. */
  isConstant: boolean;
}

/** How a key press was received: as an RFC 4733 event, or as an in-band tone if events are not negotiated. */
export type KeySource = 'event' | 'tone';

export interface RtpListener {
  /** Receives 20 ms at the session's sample rate, in order. The listener owns the array. */
  frame(samples: Int16Array, positionMs: number): void;
  /** Called once per press. The in-band tone of the key is removed from the frames. */
  digit(digit: string, by: KeySource): void;
  /** Called once per silence, when no packets have arrived for the silence timeout. */
  lost(reason: string): void;
}
