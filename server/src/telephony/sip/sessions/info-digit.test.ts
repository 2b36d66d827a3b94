import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitOfInfo } from './established-call.ts';

function digitOf(type: string, body: string): string | null {
  const headers = [{ name: 'content-type', value: type }];
  return digitOfInfo({ kind: 'request', method: 'INFO', uri: 'sip:a', headers, body });
}

test.each([
  ['application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n', '5'],
  ['Application/DTMF-Relay; charset=x', 'Duration=160\nsignal = a ', 'A'],
  ['application/dtmf-relay', '\r\n\r\nSignal=#', '#'],
  ['application/dtmf-relay', 'Signal=10\r\nDuration=250', '*'],
  ['application/dtmf-relay', 'Signal= 11', '#'],
  ['application/dtmf-relay', 'Signal=16', null],
  ['application/dtmf-relay', 'Signal=!', null],
  ['application/dtmf-relay', 'Duration=5', null],
  ['application/dtmf', '\r\n* \r\n', '*'],
  ['application/dtmf', '11', '#'],
  ['application/dtmf', '55', null],
  ['text/plain', '1', null],
])('a %s body %j gives the key %s', (type, body, digit) => {
  expect(digitOf(type, body)).toBe(digit);
});

test.each(['application/dtmf-relay', 'application/dtmf'])(
  'a long body of %s is not parsed, so that a flood of line endings costs nothing',
  (type) => {
    expect(digitOf(type, `${'\n'.repeat(250_000)}Signal=5`)).toBeNull();
    expect(digitOf(type, `5${'\n'.repeat(250_000)}`)).toBeNull();
  },
);

test('parsing never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom('application/dtmf-relay', 'application/dtmf'), fc.string(), (type, body) => {
      expect(digitOf(type, body) ?? '0').toMatch(/^[0-9A-D*#]$/);
    }),
  );
});
