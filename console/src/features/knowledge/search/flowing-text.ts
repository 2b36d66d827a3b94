/**
 * A passage without the line ends of the page that it stood on: inside a sentence they mean nothing on a screen of
 * another width. Paragraphs, lists and headings keep theirs.
 */
export function flowingText(text: string): string {
  return text.replaceAll(/(?<=[\p{L}\p{N},)”"'])[ \t]*\n[ \t]*(?=[\p{Ll}(])/gu, ' ');
}
