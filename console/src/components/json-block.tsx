/** A value as formatted JSON; long values scroll. */
export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 font-medium text-ink-soft text-xs">{label}</figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        className="max-h-72 overflow-auto rounded-lg bg-sunken p-3"
      >
        <pre className="whitespace-pre-wrap wrap-anywhere font-mono text-xs leading-relaxed">
          {typeof value === 'string' ? prettyText(value) : JSON.stringify(value, null, 2)}
        </pre>
      </section>
    </figure>
  );
}

function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
