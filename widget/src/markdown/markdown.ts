/** Inline content. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; children: Inline[] };

/** Block content. */
export type Block =
  | { kind: 'paragraph' | 'heading'; lines: Inline[][] }
  | { kind: 'list'; start: number | null; items: Inline[][] }
  | { kind: 'code'; text: string };
