import { expect, test } from 'vitest';
import { mailText } from './mail-text.ts';

test('escapes what people named in HTML, and leaves the text as it is', () => {
  const { text, html } = mailText({
    language: 'de',
    paragraphs: ['Campaign <b>"Spring" & more</b> stopped.'],
    link: { label: 'Open campaign', url: 'https://parley.example/campaigns/1?a=1&b="2"' },
    footer: 'Sent by Parley.',
  });
  expect(text).toBe(
    'Campaign <b>"Spring" & more</b> stopped.\n\nOpen campaign: https://parley.example/campaigns/1?a=1&b="2"\n\n-- \nSent by Parley.\n',
  );
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<p>Campaign &lt;b&gt;&quot;Spring&quot; &amp; more&lt;/b&gt; stopped.</p>');
  expect(html).toContain('href="https://parley.example/campaigns/1?a=1&amp;b=&quot;2&quot;"');
});
