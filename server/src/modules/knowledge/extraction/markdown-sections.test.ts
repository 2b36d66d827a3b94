import { describe, expect, it } from 'vitest';
import { docxMarkdown } from './docx-markdown.ts';
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

describe('docxMarkdown', () => {
  it('writes nested lists', () => {
    const html = '<p>Do:</p><ol><li>first<ul><li>inner</li></ul></li><li>second</li></ol><p>Done.</p>';
    expect(docxMarkdown(html)).toBe('Do:\n\n1. first\n  - inner\n2. second\n\nDone.');
  });

  it('keeps the rows of a table, and a table in a cell within that cell', () => {
    const inner = '<table><tr><td>x</td></tr></table>';
    const html = `<table><tr><th><p>A</p></th><th>B</th></tr><tr><td>1<br />2</td><td>${inner}</td></tr></table>`;
    expect(docxMarkdown(html)).toBe('| A | B |\n| --- | --- |\n| 1 2 | | x | | --- | |');
  });

  it('decodes entities and leaves out the arrows of notes', () => {
    const html = '<h2>Q &amp; A</h2><ol><li id="note-1"><p>Free. <a href="#note-ref-1">↑</a></p></li></ol>';
    expect(docxMarkdown(html)).toBe('## Q & A\n\n1. Free.');
  });
});
