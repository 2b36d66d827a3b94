import { createHmac, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../../core/secret-box.ts';
import { BRANCH_COOKIE } from '../message/via.ts';
import type { Target } from '../transport/flow.ts';

/** Identifies an INVITE; its CSeq number is unique per call and server. */
export interface NumberedInvite {
  callId: string;
  /** CSeq number. */
  sequence: number;
  target: Pick<Target, 'transport' | 'address' | 'port'>;
}

/** 96 bits. */
const LENGTH = 24;

/**
 * Derives From tags and branches of INVITEs from the Call-ID and the installation's key, so that another process can
 * cancel an INVITE after its process died before storing it.
 */
export class InviteIds {
  readonly #sign: (text: string) => string;

  /** @param box null for a random key if there are no other processes */
  constructor(box: Pick<SecretBox, 'sign'> | null) {
    const key = randomBytes(32);
    this.#sign =
      box === null
        ? (text) => createHmac('sha256', key).update(text).digest('hex')
        : (text) => box.sign(text, 'sip invite');
  }

  fromTag(callId: string): string {
    return this.#derive(['from', callId]);
  }

  branch({ callId, sequence, target: { transport, address, port } }: NumberedInvite): string {
    return `${BRANCH_COOKIE}${this.#derive(['branch', callId, sequence, transport, address, port])}`;
  }

  #derive(parts: readonly (string | number)[]): string {
    return this.#sign(JSON.stringify(parts)).slice(0, LENGTH);
  }
}
