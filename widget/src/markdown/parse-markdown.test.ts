import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block, Inline } from './markdown.ts';
import { safeHref } from './parse-inline.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** Serializes blocks in an HTML-like form for comparison. */
function shown(blocks: readonly Block[]): string {
  const inline = (parts: readonly Inline[]): string =>
    parts
      .map((part) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'code') return `<code>${part.text}</code>`;
        if (part.kind === 'link') return `<a ${part.href}>${inline(part.children)}</a>`;
        return `<${part.kind}>${inline(part.children)}</${part.kind}>`;
      })
      .join('');
  return blocks
    .map((block) => {
      if (block.kind === 'code') return `<pre>${block.text}</pre>`;
      if (block.kind === 'list') {
        return `<list ${block.start}>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</list>`;
      }
      return `<${block.kind}>${block.lines.map(inline).join('<br>')}</${block.kind}>`;
    })
    .join('');
}

test.each([
  ['', ''],
  ['Hello', '<paragraph>Hello</paragraph>'],
  ['One\nTwo\n\nThree', '<paragraph>One<br>Two</paragraph><paragraph>Three</paragraph>'],
  ['**bold** and *light*', '<paragraph><strong>bold</strong> and <emphasis>light</emphasis></paragraph>'],
  ['2 * 3 * 4 = 24', '<paragraph>2 * 3 * 4 = 24</paragraph>'],
  ['a **b', '<paragraph>a **b</paragraph>'],
  ['`**x**`', '<paragraph><code>**x**</code></paragraph>'],
  ['- one\n- **two**', '<list null><li>one</li><li><strong>two</strong></li></list>'],
  ['We have:\n* a\n* b', '<paragraph>We have:</paragraph><list null><li>a</li><li>b</li></list>'],
  ['3. c\n4. d', '<list 3><li>c</li><li>d</li></list>'],
  ['- a\n1. b', '<list null><li>a</li></list><list 1><li>b</li></list>'],
  ['# Prices #\nFree', '<heading>Prices</heading><paragraph>Free</paragraph>'],
  ['```js\nlet a;\n\n- b\n```\nend', '<pre>let a;\n\n- b</pre><paragraph>end</paragraph>'],
  ['```\nnot closed', '<pre>not closed</pre>'],
  ['[us](https://a.example/x)', '<paragraph><a https://a.example/x>us</a></paragraph>'],
  ['[call](tel:+49305550)', '<paragraph><a tel:+49305550>call</a></paragraph>'],
  ['[x](javascript:alert(1))', '<paragraph>[x](javascript:alert(1))</paragraph>'],
  ['[x](data:text/html,a)', '<paragraph>[x](data:text/html,a)</paragraph>'],
  [
    'See https://a.example/b. Good',
    '<paragraph>See <a https://a.example/b>https://a.example/b</a>. Good</paragraph>',
  ],
  ['(https://a.example)', '<paragraph>(<a https://a.example/>https://a.example</a>)</paragraph>'],
  ['<b onclick=x>no</b>', '<paragraph><b onclick=x>no</b></paragraph>'],
])('parses %j', (text, expected) => {
  expect(shown(parseMarkdown(text))).toBe(expected);
});

test.each([
  ['https://a.example/', 'https://a.example/'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['JavaScript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['vbscript:x', null],
  ['file:///etc/passwd', null],
  ['/relative', null],
])('sanitizes the URL %j to %j', (address, expected) => {
  expect(safeHref(address)).toBe(expected);
});

test('parses any text and keeps every character of plain text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => Array.isArray(parseMarkdown(text))),
  );
  const plain = fc.stringMatching(/^[a-z ]{1,80}$/).filter((text) => text.trim() !== '');
  fc.assert(fc.property(plain, (text) => shown(parseMarkdown(text)) === `<paragraph>${text}</paragraph>`));
});

test.each(['*', '`', '[', '(', '**a ', '[a](', 'https://', '- '])(
  'parses many repetitions of %j in linear time',
  (repeated) => {
    expect(parseMarkdown(repeated.repeat(20_000)).length).toBeGreaterThan(0);
  },
  10_000,
);
