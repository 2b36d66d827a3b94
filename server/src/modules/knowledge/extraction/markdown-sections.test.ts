import { describe, expect, it } from 'vitest';
import { markdownSections } from './markdown-sections.ts';

describe('markdownSections', () => {
  it('assigns the path of headings to each text', () => {
    const sections = markdownSections('intro\n# Fees\nfree\n## Groups\nten\n# **Hours** \\(winter\\)\nnine');
    expect(sections.map((section) => [section.headings, section.text])).toEqual([
      [[], 'intro'],
      [['Fees'], 'free'],
      [['Fees', 'Groups'], 'ten'],
      [['Hours (winter)'], 'nine'],
    ]);
  });

  it('keeps a heading without content', () => {
    expect(
      markdownSections('# Open\n## Daily\nnine\n## Never\n# End').map((section) => section.headings),
    ).toEqual([['Open', 'Daily'], ['Open', 'Never'], ['End']]);
  });

  it('ignores # comments in code', () => {
    expect(markdownSections('```sh\n# not a heading\n```')).toEqual([
      { headings: [], page: null, text: '```sh\n# not a heading\n```' },
    ]);
  });
});
