import type { ContentHit } from '../../data/content-search.ts';

/** A sentence with the searched words marked. */
export function Excerpt({ parts }: { parts: ContentHit['excerpt'] }) {
  return parts.map(({ text, is_match }, index) =>
    is_match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change.
      <mark key={index} className="rounded-xs bg-warn-soft font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
