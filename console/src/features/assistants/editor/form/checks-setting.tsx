import { type ReactNode, useId } from 'react';
import { ErrorText } from './error-text.tsx';
import { useSetting } from './use-setting.ts';

interface Choice {
  id: number;
  label: string;
  hint?: string;
}

interface ChecksSettingProps {
  path: string;
  label: string;
  hint?: ReactNode;
  choices: readonly Choice[];
  /** Shown when there is nothing to choose from. */
  empty: ReactNode;
}

/** Check boxes that store a list of ids. */
export function ChecksSetting({ path, label, hint, choices, empty }: ChecksSettingProps) {
  const { value, set, innerError } = useSetting(path);
  const hintId = useId();
  const ids = Array.isArray(value) ? value.map(Number) : [];
  const toggle = (id: number): void => {
    set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  };
  return (
    <fieldset aria-describedby={hint ? hintId : undefined} className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {choices.length === 0 ? (
        <div className="text-ink-soft text-sm">{empty}</div>
      ) : (
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {choices.map((choice) => (
            <label key={choice.id} className="flex items-start gap-2.5 text-sm">
              <input
                type="checkbox"
                checked={ids.includes(choice.id)}
                onChange={() => toggle(choice.id)}
                className="size-6 shrink-0 accent-accent sm:mt-0.5 sm:size-4"
              />
              <span className="min-w-0 max-sm:leading-6">
                {choice.label}
                {choice.hint && <span className="block text-ink-soft text-xs">{choice.hint}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
      <ErrorText text={innerError} />
      {hint && (
        <p id={hintId} className="mt-1.5 text-ink-soft text-sm">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
