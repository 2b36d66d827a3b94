import { createHash } from 'node:crypto';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Flow } from '../transport/flow.ts';

/** Our own header, always the last one; sent only between processes of the installation. */
export const SIGNATURE_HEADER = 'parley-seal';

const HEAD_END = Buffer.from('\r\n\r\n');
const NAME = Buffer.from('\r\nParley-Seal: ');
/** Base64url of the nonce and tag of an encrypted empty text. */
const SIGNATURE = /^[\w-]{37,38}$/;

/**
 * Signs SIP messages between processes of one installation with their common key, over all bytes, so that others on the network can
 * neither forge nor change them.
 */
export class MessageSigner {
  readonly #box: Pick<SecretBox, 'encrypt' | 'decrypt'>;
  readonly #signedFlows = new WeakMap<Flow, Flow>();

  constructor(box: Pick<SecretBox, 'encrypt' | 'decrypt'>) {
    this.#box = box;
  }

  /** The same flow, which signs everything sent over it. */
  signedFlow(flow: Flow): Flow {
    const known = this.#signedFlows.get(flow);
    if (known !== undefined) return known;
    const signed: Flow = {
      transport: flow.transport,
      remoteAddress: flow.remoteAddress,
      remotePort: flow.remotePort,
      ...(flow.calledAs === undefined ? {} : { calledAs: flow.calledAs }),
      isOpen: () => flow.isOpen(),
      whenClosed: (onClose) => flow.whenClosed(onClose),
      send: (bytes) => flow.send(this.sign(bytes)),
    };
    this.#signedFlows.set(flow, signed);
    this.#signedFlows.set(signed, signed);
    return signed;
  }

  isSignedFlow(flow: Flow): boolean {
    return this.#signedFlows.get(flow) === flow;
  }

  /** Adds the signature header. @param bytes a message as written by `writeMessage` */
  sign(bytes: Uint8Array): Buffer {
    const message = asBuffer(bytes);
    const headEnd = message.indexOf(HEAD_END);
    const signature = Buffer.from(this.#box.encrypt('', contextOf(message)).toString('base64url'));
    return Buffer.concat([message.subarray(0, headEnd), NAME, signature, message.subarray(headEnd)]);
  }

  /** True if a message was signed by a process of the installation and not changed. Never throws. */
  hasValidSignature(bytes: Uint8Array): boolean {
    const message = asBuffer(bytes);
    const headEnd = message.indexOf(HEAD_END);
    const begin = headEnd < 0 ? -1 : message.subarray(0, headEnd).lastIndexOf(NAME);
    if (begin < 0) return false;
    const signature = message.toString('latin1', begin + NAME.length, headEnd);
    if (!SIGNATURE.test(signature)) return false;
    const unsigned = Buffer.concat([message.subarray(0, begin), message.subarray(headEnd)]);
    try {
      return this.#box.decrypt(Buffer.from(signature, 'base64url'), contextOf(unsigned)) === '';
    } catch {
      return false;
    }
  }
}

function contextOf(message: Buffer): string {
  return `sip message ${createHash('sha256').update(message).digest('hex')}`;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
