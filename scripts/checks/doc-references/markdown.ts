/** A part of a Markdown file and its line, counted from 1. */
export interface Piece {
  text: string;
  line: number;
}

export interface MarkdownPieces {
  /** `inline code`. */
  spans: Piece[];
  /** Lines inside fences. */
  fenced: Piece[];
  /** Targets of links and images. */
  links: Piece[];
  /** Anchors that GitHub generates for the headings. */
  anchors: Set<string>;
}

/** Extracts the parts of a Markdown text that may contain references. */
export function readMarkdown(text: string): MarkdownPieces {
  const pieces: MarkdownPieces = { spans: [], fenced: [], links: [], anchors: new Set() };
  let inFence = false;
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1;
    if (/^\s*(?:```|~~~)/.test(content)) inFence = !inFence;
    else if (inFence) pieces.fenced.push({ text: content, line });
    else readLine(content, line, pieces);
  }
  return pieces;
}

function readLine(content: string, line: number, pieces: MarkdownPieces): void {
  const heading = /^#+\s+(.*?)\s*$/.exec(content)?.[1];
  if (heading !== undefined) pieces.anchors.add(anchorOf(heading));
  for (const [, text] of content.matchAll(/`([^`]+)`/g)) {
    if (text !== undefined) pieces.spans.push({ text, line });
  }
  for (const [, text] of content.matchAll(/\]\(([^()\s]+)[^()]*\)/g)) {
    if (text !== undefined) pieces.links.push({ text, line });
  }
}

export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
