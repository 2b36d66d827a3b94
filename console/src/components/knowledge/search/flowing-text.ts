/**
 * Joins lines that the original page broke inside a sentence. Paragraphs, lists and headings keep their line breaks;
 * Markdown heading marks are removed.
 */
export function flowingText(text: string): string {
  return text
    .replaceAll(/^#{1,6}[ \t]+/gm, '')
    .replaceAll(/(?<=[\p{L}\p{N},)”"'])[ \t]*\n[ \t]*(?=[\p{Ll}(])/gu, ' ');
}
