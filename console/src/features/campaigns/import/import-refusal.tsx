import { Callout } from '../../../components/feedback/callout.tsx';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import type { WayOut } from './way-out.ts';

const ADVICE: Readonly<Record<WayOut, string>> = {
  'say-how': 'Say below how to read it, or choose another file.',
  rename: 'Give each column a name of its own in the file, and choose it again.',
  'other-file': 'Choose another file.',
};

/** Why the file as a whole cannot be read; single rows that are wrong are told of in the summary. */
export function ImportRefusal({ error, wayOut }: { error: unknown; wayOut: WayOut }) {
  const texts = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return (
    <div role="alert">
      <Callout kind="bad">
        <p className="font-medium">The file cannot be read.</p>
        {(texts.length > 0 ? texts : [describeError(error)]).map((text) => (
          <p key={text} className="mt-1">
            {text}
          </p>
        ))}
        <p className="mt-1 text-ink-soft">Nothing was stored. {ADVICE[wayOut]}</p>
      </Callout>
    </div>
  );
}

/** The way to the server broke while it was to store: it may have, and a try under the same name tells. */
export function ImportBroken({ error }: { error: unknown }) {
  const isGivenUp = error instanceof DOMException && error.name === 'AbortError';
  return (
    <div role="alert">
      <Callout kind="warn">
        <p className="font-medium">It is not known whether the leads were stored.</p>
        <p className="mt-1">{isGivenUp ? 'You have given up waiting.' : describeError(error)}</p>
        <p className="mt-1 text-ink-soft">
          Try again: what is stored already is not stored twice. Or look at the list of leads.
        </p>
      </Callout>
    </div>
  );
}
