import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { createReceptionStatistics } from './reception-statistics.ts';
import { parseSenderReports, writeBye, writeReport } from './rtcp-exchange.ts';

const received = {
  ssrc: 0xaabbccdd,
  fractionLost: 64,
  cumulativeLost: 3,
  highestSequence: 0x10005,
  jitter: 12,
  lastReport: 0x11223344,
  sinceLastReportMs: 500,
};
const sent = { wallMs: 1_500, timestamp: 160, packets: 2, bytes: 320 };

describe('an RTCP report', () => {
  test('contains the sent and received statistics', () => {
    const bytes = writeReport({ ssrc: 1, name: 'abc', sent, received });
    expect(bytes.toString('hex').match(/.{8}/g)).toEqual([
      '81c8000c',
      '00000001',
      '83aa7e81',
      '80000000',
      '000000a0',
      '00000002',
      '00000140',
      'aabbccdd',
      '40000003',
      '00010005',
      '0000000c',
      '11223344',
      '00008000',
      '81ca0003',
      '00000001',
      '01036162',
      '63000000',
    ]);
  });

  test('is short without sent and received packets', () => {
    const bytes = writeReport({ ssrc: 1, name: '', sent: null, received: null });
    expect(bytes.toString('hex')).toBe('80c900010000000181ca00020000000101000000');
  });

  test('ends with BYE when the source leaves', () => {
    const bytes = writeBye({ ssrc: 1, name: 'ab', sent, received: null });
    expect(bytes.subarray(-8).toString('hex')).toBe('81cb000100000001');
  });

  test('from a peer is parsed from a compound packet', () => {
    const bytes = writeBye({ ssrc: 9, name: 'abcd', sent, received });
    expect(parseSenderReports(bytes)).toEqual([{ ssrc: 9, compactTime: 0x7e818000 }]);
    expect(parseSenderReports(bytes.subarray(0, 30))).toEqual([]);
    expect(parseSenderReports(writeReport({ ssrc: 9, name: 'a', sent: null, received }))).toEqual([]);
  });

  test('never makes the parser throw', () => {
    const report = fc.uint8Array({ maxLength: 40 }).map((rest) => Uint8Array.of(0x80, 200, 0, 6, ...rest));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 80 }), report), (bytes) => {
        expect(parseSenderReports(bytes).length).toBeLessThanOrEqual(bytes.length / 28);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('reception statistics', () => {
  test('count lost packets since the last report and in total', () => {
    const statistics = createReceptionStatistics();
    expect(statistics.report()).toBeNull();
    for (const sequence of [65_534, 65_535, 1, 2]) {
      statistics.count(rtpPacket({ sequence, timestamp: sequence * 160 }), 0, 8);
    }
    expect(statistics.report()).toMatchObject({
      fractionLost: 51,
      cumulativeLost: 1,
      highestSequence: 65_538,
    });
    statistics.count(rtpPacket({ sequence: 3 }), 0, 8);
    expect(statistics.report()).toMatchObject({ fractionLost: 0, cumulativeLost: 1 });
    statistics.count(rtpPacket({ sequence: 0 }), 0, 8);
    expect(statistics.report()).toMatchObject({ fractionLost: 0, cumulativeLost: 0 });
    statistics.count(rtpPacket({ sequence: 70, ssrc: 2 }), 0, 8);
    expect(statistics.report()).toMatchObject({ ssrc: 2, cumulativeLost: 0, highestSequence: 70 });
  });

  test('measure the interarrival jitter', () => {
    const statistics = createReceptionStatistics();
    for (let index = 0; index < 500; index += 1) {
      const late = index % 2 === 0 ? 0 : 10;
      statistics.count(rtpPacket({ sequence: index, timestamp: index * 160 }), index * 20 + late, 8);
    }
    expect(statistics.report()?.jitter).toBe(79);
  });
});
