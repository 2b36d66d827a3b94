import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from '../../lib/class-names.ts';

const CONTROL =
  // Telephones enlarge the page around a field whose letters are smaller than 16 pixels.
  'w-full pointer-coarse:text-base rounded-lg border border-line-strong bg-surface px-3 text-ink disabled:bg-sunken disabled:text-ink-soft aria-invalid:border-bad';

export function Input({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  // In Firefox a date is wider than elsewhere, and its year would stand below the button.
  const room = rest.type === 'date' && 'px-2 text-sm';
  return <input dir="auto" {...rest} className={classNames(CONTROL, 'h-9', room, className)} />;
}

/** Grows with its text where the browser can. */
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
