/**
 * A passage without the line ends of the page that it stood on: inside a sentence they mean nothing on a screen of
 * another width. Paragraphs, lists and headings keep theirs; what marks a heading in Markdown is not shown.
 */
export function flowingText(text: string): string {
  return text
    .replaceAll(/^#{1,6}[ \t]+/gm, '')
    .replaceAll(/(?<=[\p{L}\p{N},)”"'])[ \t]*\n[ \t]*(?=[\p{Ll}(])/gu, ' ');
}
