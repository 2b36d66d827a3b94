import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnswerReader } from './answer-reader.ts';

const answer = (status: number, body: string) =>
  `HTTP/1.1 ${status} Fine\r\ncontent-type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

it('finds every response for any chunking of the bytes', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          status: fc.constantFrom(200, 201, 404, 500),
          body: fc.string({ unit: 'binary-ascii', minLength: 1 }),
        }),
      ),
      fc.array(fc.nat(40)),
      (answers, cuts) => {
        const bytes = Buffer.from(answers.map(({ status, body }) => answer(status, body)).join(''), 'latin1');
        const seen: number[] = [];
        const reader = new AnswerReader((status) => seen.push(status));
        let at = 0;
        for (const cut of cuts) {
          reader.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        reader.push(bytes.subarray(at));
        expect(seen).toEqual(answers.map(({ status }) => status));
      },
    ),
  );
});

it('counts a response with an empty body', () => {
  const seen: number[] = [];
  const reader = new AnswerReader((status) => seen.push(status));
  reader.push(Buffer.from(answer(204, '') + answer(200, 'a')));
  expect(seen).toEqual([204, 200]);
});

it('refuses a response of unknown length', () => {
  const reader = new AnswerReader(() => {});
  expect(() => reader.push(Buffer.from('HTTP/1.1 200 Fine\r\n\r\nabc'))).toThrow('content-length');
});
