/** A text in which words between backticks are code, as in descriptions of the API. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <code key={index} className="rounded bg-sunken px-1 py-0.5 text-[0.9em] wrap-anywhere">
        {part}
      </code>
    ),
  );
}
