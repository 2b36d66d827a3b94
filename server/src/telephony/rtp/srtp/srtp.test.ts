import { createCipheriv, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENCRYPTED, GcmSealing } from './packet-sealing.ts';
import {
  CounterMode,
  counterOf,
  deriveBytes,
  HmacSha1,
  type MasterKey,
  randomKey,
  SUITE_NAMES,
  SUITES,
} from './session-keys.ts';
import { guessIndex, PacketProtector, PacketUnprotector, ReplayWindow } from './srtp-session.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');

const master: MasterKey = {
  suite: 'AES_CM_128_HMAC_SHA1_80',
  key: hex('E1F97A0D3E018BE0D64FA32C06DE4139'),
  salt: hex('0EC675AD498AFEEBB6960B3AABE6'),
  mkiBytes: 0,
};

/** An RTP packet filled with its sequence number. */
function rtp(sequence: number, ssrc = 7): Buffer {
  const bytes = Buffer.alloc(172, sequence & 0xff);
  bytes.writeUInt16BE(0x8000);
  bytes.writeUInt16BE(sequence & 0xffff, 2);
  bytes.writeUInt32BE(sequence * 160, 4);
  bytes.writeUInt32BE(ssrc, 8);
  return bytes;
}

/** An empty receiver report. */
const rtcp = Buffer.from('80c90001cafebabe81ca0001cafebabe', 'hex');

describe('test vectors of RFC 3711', () => {
  test('match for the AES counter mode key stream (B.2)', () => {
    const key = hex('2B7E151628AED2A6ABF7158809CF4F3C');
    const counter = counterOf(hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'), 0, 0);
    expect(new CounterMode(key).apply(counter, Buffer.alloc(32)).toString('hex')).toBe(
      'e03ead0935c95e80e166b16dd92b4eb4d23513162b02d0f72a43a2fe4a5f97ab',
    );
  });

  test('match for the session key derivation (B.3)', () => {
    expect(deriveBytes(master, 0, 16).toString('hex')).toBe('c61e7a93744f39ee10734afe3ff7a087');
    expect(deriveBytes(master, 1, 20).toString('hex')).toBe('cebe321f6ff7716b6fd4ab49af256a156d38baa4');
    expect(deriveBytes(master, 2, 14).toString('hex')).toBe('30cbbc08863d8c85d49db34a9ae1');
  });

  test('match for a complete packet of the libsrtp tests', () => {
    const clear = hex('800f1234decafbadcafebabe abababababababababababababababab');
    const sealed = hex('800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb');
    expect(new PacketProtector(master).rtp(clear)).toEqual(sealed);
    expect(new PacketUnprotector(master).rtp(sealed)).toEqual(clear);
  });
});

describe('test vectors of RFC 7714 (16.1.1, 17.1.1)', () => {
  const keys = { key: hex('000102030405060708090a0b0c0d0e0f'), salt: hex('517569642070726f2071756f') };
  const sealing = new GcmSealing({ rtp: keys, rtcp: keys }, 0);

  test('match for an RTP packet', () => {
    const text = Buffer.from('Gallia est omnis divisa in partes tres');
    const clear = Buffer.concat([hex('8040f17b 8041f8d3 5501a0b2'), text]);
    const sealed = hex(
      `8040f17b 8041f8d3 5501a0b2 f24de3a3 fb34de6c acba861c 9d7e4bca be633bd5 0d294e6f 42a5f47a
       51c7d19b 36de3adf 8833899d 7f27beb1 6a9152cf 765ee439 0cce`,
    );
    expect(sealing.sealRtp(clear, 0xf17b)).toEqual(sealed);
    expect(sealing.openRtp(sealed, 12, 0xf17b)).toEqual(clear);
  });

  test('match for an RTCP packet', () => {
    const clear = hex(
      `81c8000d 4d617273 4e545031 4e545032 52545020 0000042a 0000e930 4c756e61
       deadbeef deadbeef deadbeef deadbeef deadbeef`,
    );
    const sealed = hex(
      `81c8000d 4d617273 63e94885 dcdab67c a727d766 2f6b7e99 7ff5c0f7 6c06f32d c676a5f1 730d6fda
       4ce09b46 86303ded 0bb9275b c84aa458 96cf4d2f c5abf872 45d9eade 800005d4`,
    );
    const word = ENCRYPTED + 0x5d4;
    expect(sealing.sealRtcp(clear, word)).toEqual(sealed);
    expect(sealing.wordOf(sealed)).toBe(word);
    expect(sealing.openRtcp(sealed, word)).toEqual(clear);
  });
});

describe.each(SUITE_NAMES)('a packet of %s', (suite) => {
  const key = randomKey(suite);

  test('is longer by its tag, and is restored once, across the sequence rollover', () => {
    const [protector, unprotector] = [new PacketProtector(key), new PacketUnprotector(key)];
    for (let sequence = 65_530; sequence < 65_545; sequence += 1) {
      const sealed = protector.rtp(rtp(sequence));
      expect(sealed.length).toBe(172 + SUITES[suite].tagBytes);
      expect(sealed.subarray(12, 172)).not.toEqual(rtp(sequence).subarray(12));
      expect(unprotector.rtp(sealed)).toEqual(rtp(sequence));
      expect(unprotector.rtp(sealed)).toBeNull();
    }
  });

  test('may have an MKI', () => {
    const named = { ...key, mkiBytes: 4 };
    const end = SUITES[suite].isAead ? 172 + 16 : 172;
    const sealed = new PacketProtector(key).rtp(rtp(1));
    const packet = Buffer.concat([sealed.subarray(0, end), hex('00000001'), sealed.subarray(end)]);
    expect(new PacketUnprotector(named).rtp(packet)).toEqual(rtp(1));
  });

  test('of RTCP is restored once, and rejected with a changed byte', () => {
    const [protector, unprotector] = [new PacketProtector(key), new PacketUnprotector(key)];
    const sealed = protector.rtcp(rtcp);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unprotector.rtcp(changed)).toBeNull();
    }
    expect(unprotector.rtcp(sealed)).toEqual(rtcp);
    expect(unprotector.rtcp(sealed)).toBeNull();
  });

  test('is rejected if forged, changed or truncated, without throwing', () => {
    const sealed = new PacketProtector(key).rtp(rtp(9));
    for (let length = 0; length < sealed.length; length += 1) {
      expect(new PacketUnprotector(key).rtp(sealed.subarray(0, length))).toBeNull();
    }
    for (let at = 0; at < sealed.length; at += 7) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(new PacketUnprotector(key).rtp(changed)).toBeNull();
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(20), (bytes, mkiBytes) => {
        const unprotector = new PacketUnprotector({ ...key, mkiBytes });
        // A tag of four bytes is guessed once in 2³², which is fine for this test.
        expect(unprotector.rtp(Buffer.from(bytes))).toBeNull();
        expect(unprotector.rtcp(Buffer.from(bytes))).toBeNull();
      }),
    );
  });
});

describe('a protected packet', () => {
  test('may arrive out of order within a window of 64', () => {
    const [protector, unprotector] = [new PacketProtector(master), new PacketUnprotector(master)];
    const sealed = Array.from({ length: 200 }, (_, index) => protector.rtp(rtp(65_500 + index)));
    expect(unprotector.rtp(sealed[0] ?? rtp(0))).toEqual(rtp(65_500));
    expect(unprotector.rtp(sealed[100] ?? rtp(0))).toEqual(rtp(65_600));
    expect(unprotector.rtp(sealed[40] ?? rtp(0))).toEqual(rtp(65_540));
    expect(unprotector.rtp(sealed[37] ?? rtp(0))).toEqual(rtp(65_537));
    expect(unprotector.rtp(sealed[36] ?? rtp(0))).toBeNull();
  });

  test.each(['continues', 'restarts'])('of a new key is accepted if the rollover counter %s', (way) => {
    const first = new PacketProtector(master);
    const before = new PacketUnprotector(master);
    for (let sequence = 65_530; sequence < 65_560; sequence += 1) before.rtp(first.rtp(rtp(sequence)));
    const next = randomKey('AES_CM_128_HMAC_SHA1_80');
    const second = new PacketProtector(next);
    if (way === 'continues')
      for (let sequence = 65_500; sequence < 65_560; sequence += 1) second.rtp(rtp(sequence));
    const after = new PacketUnprotector(next, before.indexes());
    for (let sequence = 65_560; sequence < 65_570; sequence += 1) {
      const sealed = second.rtp(rtp(sequence));
      expect(after.rtp(sealed)).toEqual(rtp(sequence));
      expect(after.rtp(sealed)).toBeNull();
    }
  });

  test('is accepted once even after packets of many other sources', () => {
    const unprotector = new PacketUnprotector(master);
    const sealed = (sequence: number, ssrc: number): Buffer =>
      new PacketProtector(master).rtp(rtp(sequence, ssrc));
    for (let ssrc = 1; ssrc <= 8; ssrc += 1) unprotector.rtp(sealed(1, ssrc));
    expect(unprotector.rtp(sealed(2, 1))).not.toBeNull();
    unprotector.rtp(sealed(1, 9));
    expect(unprotector.rtp(sealed(2, 1))).toBeNull();
  });

  test('is accepted from two concurrent sources', () => {
    const unprotector = new PacketUnprotector(master);
    const protectors = [new PacketProtector(master), new PacketProtector(master)];
    for (let sequence = 0; sequence < 5; sequence += 1) {
      for (const [ssrc, protector] of protectors.entries()) {
        expect(unprotector.rtp(protector.rtp(rtp(sequence, ssrc)))).toEqual(rtp(sequence, ssrc));
      }
    }
  });

  test('is rejected if changed or forged, without throwing', () => {
    const sealed = new PacketProtector(master).rtp(rtp(9));
    const report = new PacketProtector(master).rtcp(rtcp);
    const touched = fc.record({ at: fc.nat(181), bit: fc.nat(7) });
    fc.assert(
      fc.property(touched, ({ at, bit }) => {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(new PacketUnprotector(master).rtp(changed)).toBeNull();
        const altered = Buffer.from(report);
        altered[at % altered.length] = (altered[at % altered.length] ?? 0) ^ (1 << bit);
        expect(new PacketUnprotector(master).rtcp(altered)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (bytes, mkiBytes) => {
        const unprotector = new PacketUnprotector({ ...master, mkiBytes });
        expect(unprotector.rtp(Buffer.from(bytes))).toBeNull();
        expect(unprotector.rtcp(Buffer.from(bytes))).toBeNull();
      }),
    );
  });
});

test('HMAC and key stream equal those of node:crypto', () => {
  const bytes = fc.uint8Array({ maxLength: 400 });
  const [key, salt] = [
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
    fc.uint8Array({ minLength: 14, maxLength: 14 }),
  ];
  fc.assert(
    fc.property(key, salt, bytes, (secret, begin, content) => {
      const signed = createHmac('sha1', secret).update(content).digest();
      expect(new HmacSha1(secret).of(content)).toEqual(signed);
      const counter = Buffer.concat([begin, Buffer.alloc(2)]);
      const encrypted = createCipheriv('aes-128-ctr', secret, counter).update(content);
      expect(new CounterMode(secret).apply(counter, content)).toEqual(encrypted);
    }),
  );
});

test('a protected report is restored, accepted once, and differs from the previous one', () => {
  const [protector, unprotector] = [new PacketProtector(master), new PacketUnprotector(master)];
  const [first, second] = [protector.rtcp(rtcp), protector.rtcp(rtcp)];
  expect(first).not.toEqual(second);
  expect(first.subarray(0, 8)).toEqual(rtcp.subarray(0, 8));
  expect(unprotector.rtcp(first)).toEqual(rtcp);
  expect(unprotector.rtcp(second)).toEqual(rtcp);
  expect(unprotector.rtcp(first)).toBeNull();
});

test('packet indexes are estimated correctly for nearby packets in any order', () => {
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
