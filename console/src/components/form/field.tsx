import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { atTheField } from '../../lib/forms/at-the-field.ts';
import { translateServerText } from '../../lib/i18n/translate-server-text.ts';

/** Props of a control, so that screen readers read its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Undefined when the value is valid. */
  error?: string | undefined;
  /** Shown next to the label, for example a unit or a link. */
  aside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/** A labeled control: `<Field label="Name">{(control) => <Input {...control} />}</Field>`. */
export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {aside !== undefined && <span className="text-ink-soft text-xs">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-bad text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {translateServerText(atTheField(error))}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="wrap-anywhere text-ink-soft text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Related fields under a heading. */
export function FieldGroup({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t py-6 first:border-t-0 first:pt-0 md:grid-cols-[14rem_minmax(0,1fr)] md:gap-8">
      <div>
        <h2 className="font-semibold">{title}</h2>
        {text && <p className="mt-1 text-ink-soft text-sm">{text}</p>}
      </div>
      <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] content-start gap-5">{children}</div>
    </section>
  );
}
