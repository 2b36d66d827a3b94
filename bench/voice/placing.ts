import type { Reach } from './protocol.ts';
import { SipClient } from './sip-client.ts';

export interface Placed {
  /** Destination of the caller's audio. */
  remotePort: number;
  /** Null without signaling: audio starts immediately. */
  answerMs: number | null;
  hangUp(): Promise<void>;
}

interface Placing {
  /** @param mediaPort port on which the caller receives audio */
  place(mediaPort: number): Promise<Placed>;
  close(): void;
}

/** Places calls to a program one after the other. */
export async function openPlacing(reach: Reach): Promise<Placing> {
  if (reach.kind === 'sip') {
    const client = await SipClient.open(reach.port);
    const { callee: to, caller: from, codec } = reach;
    return {
      place: (mediaPort) => client.place({ from, to, mediaPort, codec }),
      close: () => client.close(),
    };
  }
  const ports = reach.ports.values();
  return {
    place: async () => {
      const remotePort = ports.next().value;
      if (remotePort === undefined) throw new Error('There are more calls than ports.');
      return { remotePort, answerMs: null, hangUp: async () => undefined };
    },
    close: () => undefined,
  };
}
