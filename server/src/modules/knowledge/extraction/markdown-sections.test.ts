import { describe, expect, it } from 'vitest';
import { markdownSections } from './markdown-sections.ts';

describe('markdownSections', () => {
  it('gives every text the path of headings above it', () => {
    const sections = markdownSections('intro\n# Fees\nfree\n## Groups\nten\n# **Hours** \\(winter\\)\nnine');
    expect(sections.map((section) => [section.headings, section.text])).toEqual([
      [[], 'intro'],
      [['Fees'], 'free'],
      [['Fees', 'Groups'], 'ten'],
      [['Hours (winter)'], 'nine'],
    ]);
  });

  it('keeps a heading that nothing stands under, once', () => {
    expect(
      markdownSections('# Open\n## Daily\nnine\n## Never\n# End').map((section) => section.headings),
    ).toEqual([['Open', 'Daily'], ['Open', 'Never'], ['End']]);
  });

  it('takes no comment in code for a heading', () => {
    expect(markdownSections('```sh\n# not a heading\n```')).toEqual([
      { headings: [], page: null, text: '```sh\n# not a heading\n```' },
    ]);
  });
});
