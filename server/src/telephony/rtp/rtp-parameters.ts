import type { MasterKey } from './srtp/session-keys.ts';

/** Both keys of an encrypted call: each side has said what it encrypts with. */
export interface Encryption {
  /** Never one that was in use before: its packets count from the first again (RFC 3711 9.1). */
  ours: MasterKey;
  theirs: MasterKey;
}

/** What both sides agreed on for one stream, as SDP says it. */
export interface RtpParameters {
  /** An IP address; where the peer says it listens. Packets from elsewhere are followed when they keep coming. */
  remoteAddress: string;
  remotePort: number;
  /** Null: RTCP comes over the port of RTP (RFC 5761). */
  remoteRtcpPort: number | null;
  /** What we send. Both are taken in whenever the peer may send them. */
  codec: 'pcmu' | 'pcma';
  /** Null: not agreed on; without key events keys are looked for in the sound. */
  payloadTypes: {
    pcmu: number | null;
    pcma: number | null;
    telephoneEvent: number | null;
    comfortNoise: number | null;
  };
  /** What our own description called key events: a peer that takes them may send them by either number. */
  ownTelephoneEvent?: number;
  /** Null or absent: packets go as they are. */
  encryption?: Encryption | null;
  /** How long the peer wants our packets to be: 10 and 40 or more are kept to, all else is 20. */
  packetTimeMs: number;
  /** False while the call is on hold: nothing is sent, or nothing is expected. */
  sends: boolean;
  receives: boolean;
}

/** How a key was heard: as an RFC 4733 event, or in the sound, where no events were agreed on. */
export type KeySource = 'event' | 'tone';

export interface RtpListener {
  /** 20 ms at 8 kHz, in order; the array is the listener's own. */
  frame(samples: Int16Array, positionMs: number): void;
  /** Once per press; from then on its own tone is not in the frames. */
  digit(digit: string, by: KeySource): void;
  /** Nothing arrived for half a minute, or less after `listenClosely`, in which something was to be expected. Told once per silence. */
  lost(reason: string): void;
}
