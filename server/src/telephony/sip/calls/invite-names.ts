import { createHmac, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../../core/secret-box.ts';
import { BRANCH_COOKIE } from '../message/via.ts';
import type { Target } from '../transport/flow.ts';

/** An INVITE of a call: no two at the same server have the same number. */
export interface NumberedInvite {
  callId: string;
  /** Of its CSeq. */
  sequence: number;
  target: Pick<Target, 'transport' | 'address' | 'port'>;
}

/** 96 bits. */
const LENGTH = 24;

/**
 * What servers know our INVITEs by. It follows from the call for whoever has the installation's key, and for nobody else: another
 * process takes an INVITE back of which nothing was written down when its own process died.
 */
export class InviteNames {
  readonly #sign: (text: string) => string;

  /** @param box null: nobody else ever takes anything back */
  constructor(box: Pick<SecretBox, 'sign'> | null) {
    const key = randomBytes(32);
    this.#sign =
      box === null
        ? (text) => createHmac('sha256', key).update(text).digest('hex')
        : (text) => box.sign(text, 'sip invite');
  }

  fromTag(callId: string): string {
    return this.#named(['from', callId]);
  }

  branch({ callId, sequence, target: { transport, address, port } }: NumberedInvite): string {
    return `${BRANCH_COOKIE}${this.#named(['branch', callId, sequence, transport, address, port])}`;
  }

  #named(parts: readonly (string | number)[]): string {
    return this.#sign(JSON.stringify(parts)).slice(0, LENGTH);
  }
}
