import { Field } from '../../../../components/form/field.tsx';
import { formatCount } from '../../../../lib/format/format.ts';
import { useSetting } from '../form/use-setting.ts';
import { PromptText } from './prompt-text.tsx';

/** The same letters at the same places in both layers. */
const LETTERS =
  'col-start-1 row-start-1 min-h-80 w-full whitespace-pre-wrap break-words rounded-lg border px-3 py-2 font-mono text-sm leading-relaxed';

/** The system prompt; a layer behind the text marks its variables. */
export function PromptSetting() {
  const { value, set, onBlur, ref, error } = useSetting('system_prompt');
  const text = typeof value === 'string' ? value : '';
  return (
    <Field
      label="System prompt"
      error={error}
      aside={`${formatCount([...text].length)} characters`}
      hint="Its goal, its manner, the steps, the limits, and when to hand over or to end. {{name}} stands for a variable."
    >
      {(control) => (
        <div className="grid max-h-[60vh] overflow-y-auto rounded-lg bg-surface">
          <div aria-hidden className={`${LETTERS} border-transparent text-transparent`}>
            <PromptText text={text} />{' '}
          </div>
          <textarea
            {...control}
            ref={ref}
            onBlur={onBlur}
            spellCheck
            value={text}
            onChange={(event) => set(event.target.value)}
            className={`${LETTERS} resize-none overflow-hidden border-line-strong bg-transparent aria-invalid:border-bad`}
          />
        </div>
      )}
    </Field>
  );
}
