import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStreamMessage } from './read-stream-message.ts';

const read = (message: unknown) => readStreamMessage(JSON.stringify(message));
const start = {
  event: 'start',
  sequenceNumber: '1',
  start: {
    streamSid: 'MZ1',
    accountSid: 'AC1',
    callSid: 'CA1',
    tracks: ['inbound'],
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
  },
  streamSid: 'MZ1',
};

describe('a message of a media stream', () => {
  test('of type start contains the ids of stream and call', () => {
    expect(read(start)).toEqual({
      event: 'start',
      streamId: 'MZ1',
      carrierCallId: 'CA1',
    });
  });

  test.each([
    ['a start without a call id', { ...start, start: { ...start.start, callSid: undefined } }],
    [
      'a start with an empty stream id',
      { ...start, streamSid: '', start: { ...start.start, streamSid: '' } },
    ],
    [
      'a start with another codec',
      { ...start, start: { ...start.start, mediaFormat: { encoding: 'audio/x-alaw' } } },
    ],
    [
      'a start with another rate',
      { ...start, start: { ...start.start, mediaFormat: { sampleRate: '16000' } } },
    ],
    ['a start without details', { event: 'start' }],
    ['media without audio', { event: 'media', media: { payload: '' } }],
    ['a press of an invalid key', { event: 'dtmf', dtmf: { digit: '12' } }],
    ['a mark without a name', { event: 'mark', mark: {} }],
    ['an object without an event', { media: {} }],
    ['a list', []],
    ['null', null],
  ])('is rejected if it is %s', (_what, message) => {
    expect(read(message)).toBeNull();
  });

  test('of type media contains audio and a timestamp, which is a string on the wire', () => {
    const media = { track: 'inbound', chunk: '1', timestamp: '120', payload: '//8=' };
    expect(read({ event: 'media', media })).toEqual({
      event: 'media',
      audio: Buffer.from([255, 255]),
      timestampMs: 120,
    });
    for (const timestamp of ['', '-1', 'NaN', '1e400', '0.5', '9999999999999']) {
      const message = read({ event: 'media', media: { ...media, timestamp } });
      expect(message).toMatchObject({ timestampMs: timestamp === '' ? 0 : null });
    }
    expect(read({ event: 'media', media: { ...media, track: 'outbound' } })).toEqual({ event: 'other' });
  });

  test('of another type is parsed or ignored', () => {
    expect(read({ event: 'dtmf', dtmf: { track: 'inbound_track', digit: '#' } })).toEqual({
      event: 'dtmf',
      digit: '#',
    });
    expect(read({ event: 'mark', mark: { name: '100' } })).toEqual({ event: 'mark', name: '100' });
    expect(read({ event: 'stop', stop: {} })).toEqual({ event: 'stop' });
    expect(read({ event: 'connected', protocol: 'Call' })).toEqual({ event: 'connected' });
    expect(read({ event: 'toString' })).toEqual({ event: 'other' });
  });

  test('never makes the parser throw', () => {
    const event = fc.constantFrom('connected', 'start', 'media', 'dtmf', 'mark', 'stop', '__proto__');
    const part = fc.oneof(
      fc.anything(),
      fc.record(
        {
          payload: fc.oneof(fc.base64String(), fc.anything()),
          timestamp: fc.oneof(fc.string(), fc.anything()),
          digit: fc.anything(),
          name: fc.anything(),
          callSid: fc.anything(),
          customParameters: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    );
    const message = fc.tuple(event, part).map(([name, value]) => {
      try {
        return JSON.stringify({ event: name, streamSid: 'MZ', [name]: value });
      } catch {
        return '{';
      }
    });
    const text = fc.oneof(fc.string(), fc.json(), message);
    fc.assert(
      fc.property(text, (written) => {
        const known = readStreamMessage(written);
        if (known?.event === 'media') expect(known.audio.length).toBeGreaterThan(0);
        if (known?.event === 'dtmf') expect(known.digit).toHaveLength(1);
      }),
      { numRuns: 2000 },
    );
  });
});
