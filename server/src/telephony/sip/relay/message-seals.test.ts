import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../core/secret-box.ts';
import type { Flow } from '../transport/flow.ts';
import { MessageSeals } from './message-seals.ts';

const seals = new MessageSeals(createSecretBox('a key of an installation that nobody guesses'));
const strangers = new MessageSeals(createSecretBox('a key of another installation altogether'));
const message = Buffer.from(
  'BYE sip:a@b SIP/2.0\r\nVia: SIP/2.0/UDP a;branch=z9hG4bKx\r\nContent-Length: 5\r\n\r\nv=0\r\n',
);

test('a message of the installation is known by its seal, with a body and without', () => {
  const [head = ''] = message.toString().split('v=0');
  for (const one of [message, Buffer.from(head)]) {
    const sealed = seals.seal(one);
    expect(seals.isSealed(sealed)).toBe(true);
    expect(sealed.toString()).toMatch(/\r\nParley-Seal: [\w-]{37,38}\r\n\r\n/);
    expect(strangers.isSealed(sealed)).toBe(false);
    expect(seals.isSealed(one)).toBe(false);
  }
});

test('one that was changed anywhere is not, nor any bytes; nothing throws', () => {
  const sealed = seals.seal(message);
  fc.assert(
    fc.property(fc.nat({ max: sealed.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ change;
      // The unused bits of the seal's last character say nothing.
      expect(seals.isSealed(changed) && !isSameSeal(changed, sealed)).toBe(false);
    }),
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => seals.isSealed(bytes) === false));
  const [head, seal = ''] = sealed.toString().split('Parley-Seal: ');
  for (const text of [
    '',
    'Parley-Seal: ',
    `Parley-Seal: ${seal}`,
    `${head}Parley-Seal: ${'x'.repeat(5000)}\r\n\r\n`,
  ]) {
    expect(seals.isSealed(Buffer.from(text))).toBe(false);
  }
});

function isSameSeal(one: Buffer, other: Buffer): boolean {
  const sealOf = (bytes: Buffer): Buffer =>
    Buffer.from(/Parley-Seal: (\S+)/.exec(bytes.toString('latin1'))?.[1] ?? '', 'base64url');
  return sealOf(one).equals(sealOf(other));
}

test('a flow is sealed once, whoever asks, and is the same otherwise', () => {
  const sent: Buffer[] = [];
  const flow: Flow = {
    ...{ transport: 'tcp', remoteAddress: '192.0.2.1', remotePort: 5060, calledAs: 'a.example' },
    ...{
      isOpen: () => true,
      whenClosed: () => () => undefined,
      send: (bytes) => void sent.push(Buffer.from(bytes)),
    },
  };
  const sealed = seals.over(flow);
  expect([seals.over(flow), seals.over(sealed)]).toEqual([sealed, sealed]);
  expect([seals.isOver(flow), seals.isOver(sealed)]).toEqual([false, true]);
  expect(sealed).toMatchObject({
    transport: 'tcp',
    remoteAddress: '192.0.2.1',
    remotePort: 5060,
    calledAs: 'a.example',
  });
  sealed.send(message);
  expect(sent.map((bytes) => seals.isSealed(bytes))).toEqual([true]);
});
