import { createCipheriv, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CounterMode } from './counter-mode.ts';
import { guessIndex, ReplayWindow } from './replay-window.ts';
import { PacketOpener, PacketSealer } from './seal-packets.ts';
import { counterOf, deriveBytes, type MasterKey } from './session-keys.ts';
import { Signature } from './signature.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');

const master: MasterKey = {
  key: hex('E1F97A0D3E018BE0D64FA32C06DE4139'),
  salt: hex('0EC675AD498AFEEBB6960B3AABE6'),
  identifierBytes: 0,
};

/** A packet of RTP whose payload is its number, over and over. */
function rtp(sequence: number, ssrc = 7): Buffer {
  const bytes = Buffer.alloc(172, sequence & 0xff);
  bytes.writeUInt16BE(0x8000);
  bytes.writeUInt16BE(sequence & 0xffff, 2);
  bytes.writeUInt32BE(sequence * 160, 4);
  bytes.writeUInt32BE(ssrc, 8);
  return bytes;
}

/** A report of a source without anything to say. */
const rtcp = Buffer.from('80c90001cafebabe81ca0001cafebabe', 'hex');

describe('the vectors of RFC 3711', () => {
  test('the stream of AES in counter mode (B.2)', () => {
    const key = hex('2B7E151628AED2A6ABF7158809CF4F3C');
    const counter = counterOf(hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'), 0, 0);
    expect(new CounterMode(key).apply(counter, Buffer.alloc(32)).toString('hex')).toBe(
      'e03ead0935c95e80e166b16dd92b4eb4d23513162b02d0f72a43a2fe4a5f97ab',
    );
  });

  test('session keys (B.3)', () => {
    expect(deriveBytes(master, 0, 16).toString('hex')).toBe('c61e7a93744f39ee10734afe3ff7a087');
    expect(deriveBytes(master, 1, 20).toString('hex')).toBe('cebe321f6ff7716b6fd4ab49af256a156d38baa4');
    expect(deriveBytes(master, 2, 14).toString('hex')).toBe('30cbbc08863d8c85d49db34a9ae1');
  });

  test('a whole packet, as libsrtp has it in its tests', () => {
    const clear = hex('800f1234decafbadcafebabe abababababababababababababababab');
    const sealed = hex('800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb');
    expect(new PacketSealer(master).rtp(clear)).toEqual(sealed);
    expect(new PacketOpener(master).rtp(sealed)).toEqual(clear);
  });
});

describe('a sealed packet', () => {
  test('is what it was, across the numbers’ new beginning, and counts once', () => {
    const [sealer, opener] = [new PacketSealer(master), new PacketOpener(master)];
    for (let sequence = 65_530; sequence < 65_545; sequence += 1) {
      const sealed = sealer.rtp(rtp(sequence));
      expect(sealed.subarray(12, 172)).not.toEqual(rtp(sequence).subarray(12));
      expect(opener.rtp(sealed)).toEqual(rtp(sequence));
      expect(opener.rtp(sealed)).toBeNull();
    }
  });

  test('may come late and out of order, but not later than 64 others', () => {
    const [sealer, opener] = [new PacketSealer(master), new PacketOpener(master)];
    const sealed = Array.from({ length: 200 }, (_, index) => sealer.rtp(rtp(65_500 + index)));
    expect(opener.rtp(sealed[0] ?? rtp(0))).toEqual(rtp(65_500));
    expect(opener.rtp(sealed[100] ?? rtp(0))).toEqual(rtp(65_600));
    expect(opener.rtp(sealed[40] ?? rtp(0))).toEqual(rtp(65_540));
    expect(opener.rtp(sealed[37] ?? rtp(0))).toEqual(rtp(65_537));
    expect(opener.rtp(sealed[36] ?? rtp(0))).toBeNull();
  });

  test('carries the name of its key where the peer said so', () => {
    const opener = new PacketOpener({ ...master, identifierBytes: 4 });
    const sealed = new PacketSealer(master).rtp(rtp(1));
    const named = Buffer.concat([sealed.subarray(0, 172), hex('00000001'), sealed.subarray(172)]);
    expect(opener.rtp(named)).toEqual(rtp(1));
  });

  test('of the source that speaks counts once, however many others have come between', () => {
    const opener = new PacketOpener(master);
    const sealed = (sequence: number, ssrc: number): Buffer =>
      new PacketSealer(master).rtp(rtp(sequence, ssrc));
    for (let ssrc = 1; ssrc <= 8; ssrc += 1) opener.rtp(sealed(1, ssrc));
    expect(opener.rtp(sealed(2, 1))).not.toBeNull();
    opener.rtp(sealed(1, 9));
    expect(opener.rtp(sealed(2, 1))).toBeNull();
  });

  test('of two sources at once is opened', () => {
    const opener = new PacketOpener(master);
    const sealers = [new PacketSealer(master), new PacketSealer(master)];
    for (let sequence = 0; sequence < 5; sequence += 1) {
      for (const [ssrc, sealer] of sealers.entries()) {
        expect(opener.rtp(sealer.rtp(rtp(sequence, ssrc)))).toEqual(rtp(sequence, ssrc));
      }
    }
  });

  test('that anybody has touched, or made up, is nothing; nothing throws', () => {
    const sealed = new PacketSealer(master).rtp(rtp(9));
    const report = new PacketSealer(master).rtcp(rtcp);
    const touched = fc.record({ at: fc.nat(181), bit: fc.nat(7) });
    fc.assert(
      fc.property(touched, ({ at, bit }) => {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(new PacketOpener(master).rtp(changed)).toBeNull();
        const altered = Buffer.from(report);
        altered[at % altered.length] = (altered[at % altered.length] ?? 0) ^ (1 << bit);
        expect(new PacketOpener(master).rtcp(altered)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (bytes, identifierBytes) => {
        const opener = new PacketOpener({ ...master, identifierBytes });
        expect(opener.rtp(Buffer.from(bytes))).toBeNull();
        expect(opener.rtcp(Buffer.from(bytes))).toBeNull();
      }),
    );
  });
});

test('signatures and key streams are those of node:crypto, whatever is signed and encrypted', () => {
  const bytes = fc.uint8Array({ maxLength: 400 });
  const [key, salt] = [
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
    fc.uint8Array({ minLength: 14, maxLength: 14 }),
  ];
  fc.assert(
    fc.property(key, salt, bytes, (secret, begin, content) => {
      const signed = createHmac('sha1', secret).update(content).digest();
      expect(new Signature(secret).of(content)).toEqual(signed);
      const counter = Buffer.concat([begin, Buffer.alloc(2)]);
      const encrypted = createCipheriv('aes-128-ctr', secret, counter).update(content);
      expect(new CounterMode(secret).apply(counter, content)).toEqual(encrypted);
    }),
  );
});

test('a sealed report is what it was, counts once, and each differs from the one before', () => {
  const [sealer, opener] = [new PacketSealer(master), new PacketOpener(master)];
  const [first, second] = [sealer.rtcp(rtcp), sealer.rtcp(rtcp)];
  expect(first).not.toEqual(second);
  expect(first.subarray(0, 8)).toEqual(rtcp.subarray(0, 8));
  expect(opener.rtcp(first)).toEqual(rtcp);
  expect(opener.rtcp(second)).toEqual(rtcp);
  expect(opener.rtcp(first)).toBeNull();
});

test('whatever order packets come in, each index is found as long as they are near to each other', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -30_000, max: 32_000 })), (steps) => {
      const window = new ReplayWindow();
      let index = 40_000;
      for (const step of steps) {
        index = Math.max(window.highest + step, 32_768);
        if (window.highest < 0) index = 40_000;
        expect(guessIndex(window.highest, index % 65_536)).toBe(index);
        window.add(index);
      }
    }),
  );
});
