import { Fragment } from 'react';
import { piecesOf } from '../../../../lib/placeholders.ts';

/** A prompt with its variables highlighted. */
export function PromptText({ text }: { text: string }) {
  let offset = 0;
  return piecesOf(text).map((piece) => {
    const key = offset;
    offset += piece.text.length;
    if (piece.variable === null) return <Fragment key={key}>{piece.text}</Fragment>;
    return (
      <mark key={key} className="rounded-sm bg-accent-soft text-accent-strong">
        {piece.text}
      </mark>
    );
  });
}
