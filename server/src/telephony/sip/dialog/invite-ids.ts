import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { DialogHolder } from '../message/tokens.ts';
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
/** 66 bits. */
const MAC_LENGTH = 11;
const HELD_TAG = /^([^.]+)\.(\d{1,5})\.([\w-]{1,64})\.([\w-]{11})$/;

/**
 * Derives From tags and branches of INVITEs from the Call-ID and the installation's key, so that another process can
 * cancel an INVITE after its process died before storing it. Authenticates the process that a tag names.
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

  /** A local tag with the process that holds the dialog, so that other processes can find it. */
  tagHeldBy(token: string, holder: DialogHolder): string {
    return `${token}.${holder.port}.${holder.processId}.${this.#macOf(token, holder)}`;
  }

  /** Null for a tag that names no process, or that no process of the installation has written. */
  holderOfTag(tag: string): DialogHolder | null {
    const [, token = '', port, processId = '', shown = ''] = HELD_TAG.exec(tag) ?? [];
    const holder = { processId, port: Number(port) };
    const expected = Buffer.from(this.#macOf(token, holder));
    const isOurs = shown.length === expected.length && timingSafeEqual(Buffer.from(shown), expected);
    return isOurs ? holder : null;
  }

  branch({ callId, sequence, target: { transport, address, port } }: NumberedInvite): string {
    return `${BRANCH_COOKIE}${this.#derive(['branch', callId, sequence, transport, address, port])}`;
  }

  #macOf(token: string, { port, processId }: DialogHolder): string {
    const mac = Buffer.from(this.#sign(JSON.stringify(['tag', token, port, processId])), 'hex');
    return mac.toString('base64url').slice(0, MAC_LENGTH);
  }

  #derive(parts: readonly (string | number)[]): string {
    return this.#sign(JSON.stringify(parts)).slice(0, LENGTH);
  }
}
