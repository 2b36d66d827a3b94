import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../core/secret-box.ts';
import type { Flow } from '../transport/flow.ts';
import { MessageSigner } from './message-signer.ts';

const signer = new MessageSigner(createSecretBox('a key of an installation with an unguessable value'));
const strangers = new MessageSigner(createSecretBox('a key of another installation altogether'));
const message = Buffer.from(
  'BYE sip:a@b SIP/2.0\r\nVia: SIP/2.0/UDP a;branch=z9hG4bKx\r\nContent-Length: 5\r\n\r\nv=0\r\n',
);

test('a message of the installation has a valid signature, with and without body', () => {
  const [head = ''] = message.toString().split('v=0');
  for (const one of [message, Buffer.from(head)]) {
    const signed = signer.sign(one);
    expect(signer.hasValidSignature(signed)).toBe(true);
    expect(signed.toString()).toMatch(/\r\nParley-Seal: [\w-]{37,38}\r\n\r\n/);
    expect(strangers.hasValidSignature(signed)).toBe(false);
    expect(signer.hasValidSignature(one)).toBe(false);
  }
});

test('a changed message or arbitrary bytes have no valid signature, and checking never throws', () => {
  const signed = signer.sign(message);
  fc.assert(
    fc.property(fc.nat({ max: signed.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(signed);
      changed[at] = (changed[at] ?? 0) ^ change;
      // The last base64url character has unused bits.
      expect(signer.hasValidSignature(changed) && !isSameSignature(changed, signed)).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => signer.hasValidSignature(bytes) === false),
  );
  const [head, seal = ''] = signed.toString().split('Parley-Seal: ');
  for (const text of [
    '',
    'Parley-Seal: ',
    `Parley-Seal: ${seal}`,
    `${head}Parley-Seal: ${'x'.repeat(5000)}\r\n\r\n`,
  ]) {
    expect(signer.hasValidSignature(Buffer.from(text))).toBe(false);
  }
});

function isSameSignature(one: Buffer, other: Buffer): boolean {
  const sealOf = (bytes: Buffer): Buffer =>
    Buffer.from(/Parley-Seal: (\S+)/.exec(bytes.toString('latin1'))?.[1] ?? '', 'base64url');
  return sealOf(one).equals(sealOf(other));
}

test('a signed flow is created once and otherwise equals its flow', () => {
  const sent: Buffer[] = [];
  const flow: Flow = {
    transport: 'tcp',
    remoteAddress: '192.0.2.1',
    remotePort: 5060,
    calledAs: 'a.example',
    isOpen: () => true,
    whenClosed: () => () => undefined,
    send: (bytes) => void sent.push(Buffer.from(bytes)),
  };
  const signed = signer.signedFlow(flow);
  expect([signer.signedFlow(flow), signer.signedFlow(signed)]).toEqual([signed, signed]);
  expect([signer.isSignedFlow(flow), signer.isSignedFlow(signed)]).toEqual([false, true]);
  expect(signed).toMatchObject({
    transport: 'tcp',
    remoteAddress: '192.0.2.1',
    remotePort: 5060,
    calledAs: 'a.example',
  });
  signed.send(message);
  expect(sent.map((bytes) => signer.hasValidSignature(bytes))).toEqual([true]);
});
