import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReasoningFilter } from './reasoning-filter.ts';

/** The visible text after the whole stream. */
function shown(...deltas: string[]): string {
  const filter = new ReasoningFilter();
  let text = '';
  for (const piece of [...deltas.map((delta) => filter.push(delta)), filter.end()]) {
    text = piece.withdraws ? piece.text : text + piece.text;
  }
  return text;
}

const HARMONY =
  '<|channel|>analysis<|message|>inner<|end|><|start|>assistant<|channel|>final<|message|>We open at nine.<|return|>';

const LEFT_OUT: [string, string, string][] = [
  ['think', '<think>inner</think>We open at nine.', 'We open at nine.'],
  ['thinking', '<thinking>\ninner\n</thinking>\n\nWe open at nine.', 'We open at nine.'],
  ['reasoning', '<Reasoning>inner</REASONING> We open at nine.', 'We open at nine.'],
  ['thought', '<thought>inner</thought>We open at nine.', 'We open at nine.'],
  ['attributes', '<think signature="a/b=">inner</think>We open at nine.', 'We open at nine.'],
  ['blanks in the tags', '<think >inner</think >We open at nine.', 'We open at nine.'],
  ['an unusual name', '<antThinking>inner</antThinking>We open at nine.', 'We open at nine.'],
  ['words around it', "Here is my thought process: a < b.\n\nHere's my response: We open.", 'We open.'],
  ['a response tag', '<think>inner</think><response>We open at nine.</response>', 'We open at nine.'],
  ['a box', '<|begin_of_box|>We open at nine.<|end_of_box|>', 'We open at nine.'],
  ['a tool call', 'Wait.<tool_call>{"name":"book"}</tool_call>', 'Wait.'],
  ['an unclosed tool call', 'Wait.<tool_call>{"name":"book"}', 'Wait.'],
  ['a stray end of a tool call', 'Wait.</tool_call>', 'Wait.'],
  ['a vendor prefix', '<seed:think>inner</seed:think>We open at nine.', 'We open at nine.'],
  ['brackets', '[THINK]inner[/THINK]We open at nine.', 'We open at nine.'],
  ['triangles', '◁think▷inner◁/think▷We open at nine.', 'We open at nine.'],
  [
    'thought tokens',
    '<|begin_of_thought|>i<|end_of_thought|><|begin_of_solution|>Yes.<|end_of_solution|>',
    'Yes.',
  ],
  ['thinking tokens', '<|START_THINKING|>i<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>', 'Yes.'],
  ['a named channel', '<|channel>thought\ninner<channel|>We open at nine.', 'We open at nine.'],
  ['harmony', HARMONY, 'We open at nine.'],
  ['harmony without ends', HARMONY.replaceAll(/<\|(end|return)\|>/g, ''), 'We open at nine.'],
  ['an answer tag', '<think>inner</think>\n<answer>\nWe open at nine.</answer>', 'We open at nine.'],
  ['no end', '<think>inner, and more', ''],
  ['no end after words', 'Sure.\n<think>inner', 'Sure.\n'],
  ['no beginning', 'inner, and more\n</think>\n\nWe open at nine.', 'We open at nine.'],
  ['several', '<think>a</think>We open <think>b</think>at nine.', 'We open at nine.'],
  ['a stray end tag', '<think>a</think>We open at nine.</think>', 'We open at nine.'],
  ['an empty block', '<think>\n\n</think>\n\nWe open at nine.', 'We open at nine.'],
  ['a tag in the reasoning', '<think>Not <thinking>?</think>We open at nine.', 'We open at nine.'],
  ['an end of turn', 'We open at nine.<|im_end|>', 'We open at nine.'],
];

const KEPT: [string, string][] = [
  ['a tag in a code span', 'Write `<think>` first, then `</think>`.'],
  ['a tag within a code span', 'Write `a <think> b`.'],
  ['a tag in a fence', '```xml\n<think>\n</think>\n```\nDone.'],
  ['a tag between quotes', 'The tag "<think>" opens and “</think>” closes.'],
  ['a tag in JSON', '{"tag":"<think>","end":"</think>"}'],
  ['comparisons', 'a < b, 5<6, <3 and x <- y'],
  ['other tags', '<b>bold</b> <thinker> <thinking about it> [THINKING] [1] <a href="/think">'],
  ['an answer tag without reasoning', 'Use <answer>yes</answer> here.'],
  ['words that do not begin the answer', 'So: Here is my thought process: none.'],
  ['a response tag without reasoning', 'Use <response>yes</response> here.'],
  ['half a tag at the end', 'We open at nine. <thin'],
];

describe('reasoning', () => {
  test.each(LEFT_OUT)('is removed: %s', (_name, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each(KEPT)('is not detected in %s', (_name, text) => {
    expect(shown(text)).toBe(text);
  });

  test('is detected for any chunking of the stream', () => {
    const texts = [...LEFT_OUT.map(([, text, expected]) => [text, expected] as const)];
    texts.push(...KEPT.map(([, text]) => [text, text] as const));
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(fc.nat(12)), ([text, expected], sizes) => {
        const deltas: string[] = [];
        let rest = text;
        for (const size of sizes) [deltas[deltas.length], rest] = [rest.slice(0, size), rest.slice(size)];
        expect(shown(...deltas, rest)).toBe(expected);
        expect(shown(...text)).toBe(expected);
      }),
    );
  });
});

test('finds tool calls that were written as text, for any chunking', () => {
  const text = 'Wait. <tool_call>\n{"name": "book"}\n</tool_call><tool_call>{"name": "pay"}';
  for (const size of [1, 7, text.length]) {
    const filter = new ReasoningFilter();
    const pieces = (text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).map((piece) => filter.push(piece));
    const calls = [...pieces, filter.end()].flatMap((piece) => piece.calls);
    expect(calls.map((call) => JSON.parse(call).name)).toEqual(['book', 'pay']);
  }
});

test.each([
  ['We open at nine.', 'We open at nine.'],
  ['5 < 6', '5 < 6'],
  ['a <b', 'a <b'],
  ['wait [1', 'wait [1'],
  ['a <', 'a '],
  ['a <thi', 'a '],
])('immediately passes text that begins no tag: %j', (delta, text) => {
  expect(new ReasoningFilter().push(delta).text).toBe(text);
});
