import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from '../../lib/class-names.ts';

const CONTROL =
  // iOS zooms in on fields with text smaller than 16 px.
  'w-full pointer-coarse:text-field rounded-lg border border-line-strong bg-surface px-3 text-ink disabled:bg-sunken disabled:text-ink-soft aria-invalid:border-bad';

export function Input({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  // Firefox needs more room for a date; without it, the year would wrap below the button.
  const room = rest.type === 'date' && 'px-2 text-sm';
  return <input dir="auto" {...rest} className={classNames(CONTROL, 'h-9', room, className)} />;
}

/** Grows with its text where the browser supports it. */
export function TextArea({
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea
      dir="auto"
      rows={4}
      {...rest}
      className={classNames(
        CONTROL,
        'field-sizing-content min-h-20 resize-y py-2 leading-relaxed',
        className,
      )}
    />
  );
}
