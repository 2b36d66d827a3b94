import { createHash } from 'node:crypto';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Flow } from '../transport/flow.ts';

/** A header of ours, the last of its message, which never leaves the installation. */
export const SEAL_HEADER = 'parley-seal';

const HEAD_END = Buffer.from('\r\n\r\n');
const NAME = Buffer.from('\r\nParley-Seal: ');
/** An empty text, sealed: a nonce and a tag. */
const SEAL = /^[\w-]{37,38}$/;

/**
 * What processes of one installation say to each other over SIP bears a seal over every byte of it, made with the key that all of
 * them have: nobody else on their network can make a message, or change one.
 */
export class MessageSeals {
  readonly #box: Pick<SecretBox, 'encrypt' | 'decrypt'>;
  readonly #over = new WeakMap<Flow, Flow>();

  constructor(box: Pick<SecretBox, 'encrypt' | 'decrypt'>) {
    this.#box = box;
  }

  /** The same flow; what is sent over it is sealed. */
  over(flow: Flow): Flow {
    const known = this.#over.get(flow);
    if (known !== undefined) return known;
    const sealed: Flow = {
      ...{ transport: flow.transport, remoteAddress: flow.remoteAddress, remotePort: flow.remotePort },
      ...(flow.calledAs === undefined ? {} : { calledAs: flow.calledAs }),
      isOpen: () => flow.isOpen(),
      whenClosed: (told) => flow.whenClosed(told),
      send: (bytes) => flow.send(this.seal(bytes)),
    };
    this.#over.set(flow, sealed);
    this.#over.set(sealed, sealed);
    return sealed;
  }

  isOver(flow: Flow): boolean {
    return this.#over.get(flow) === flow;
  }

  /** @param bytes a message as we write it */
  seal(bytes: Uint8Array): Buffer {
    const message = asBuffer(bytes);
    const headEnd = message.indexOf(HEAD_END);
    const seal = Buffer.from(this.#box.encrypt('', placeOf(message)).toString('base64url'));
    return Buffer.concat([message.subarray(0, headEnd), NAME, seal, message.subarray(headEnd)]);
  }

  /** Whether a message came from a process of the installation, as it was. Never throws. */
  isSealed(bytes: Uint8Array): boolean {
    const message = asBuffer(bytes);
    const headEnd = message.indexOf(HEAD_END);
    const begin = headEnd < 0 ? -1 : message.subarray(0, headEnd).lastIndexOf(NAME);
    if (begin < 0) return false;
    const seal = message.toString('latin1', begin + NAME.length, headEnd);
    if (!SEAL.test(seal)) return false;
    const unsealed = Buffer.concat([message.subarray(0, begin), message.subarray(headEnd)]);
    try {
      return this.#box.decrypt(Buffer.from(seal, 'base64url'), placeOf(unsealed)) === '';
    } catch {
      return false;
    }
  }
}

function placeOf(message: Buffer): string {
  return `sip message ${createHash('sha256').update(message).digest('hex')}`;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
