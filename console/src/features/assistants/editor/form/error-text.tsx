import { CircleAlert } from 'lucide-react';
import { atTheField } from '../../../../lib/forms/at-the-field.ts';
import { translateServerText } from '../../../../lib/i18n/translate-server-text.ts';

/** An error for controls without a `Field`. */
export function ErrorText({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="mt-1.5 flex items-start gap-1.5 text-bad text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {translateServerText(atTheField(text))}
    </p>
  );
}
