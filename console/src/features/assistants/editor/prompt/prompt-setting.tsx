import { memo, useDeferredValue, useRef } from 'react';
import { Field } from '../../../../components/form/field.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import { useSetting } from '../form/use-setting.ts';
import { PromptText } from './prompt-text.tsx';

/** Shared by both layers, so that their text lines up. */
const LETTERS =
  'w-full whitespace-pre-wrap break-words rounded-lg border px-3 py-2 font-mono text-sm leading-relaxed [scrollbar-gutter:stable]';

/** Drawn again only for other text. */
const Marks = memo(PromptText);

/** The system prompt. A layer behind the text highlights its variables. */
export function PromptSetting() {
  const { value, set, onBlur, ref, error } = useSetting('system_prompt');
  const text = typeof value === 'string' ? value : '';
  // Keys of long prompts must not wait for the highlights.
  const shown = useDeferredValue(text);
  const marks = useRef<HTMLDivElement>(null);
  const scrollMarks = ({ scrollTop }: HTMLElement): void => {
    if (marks.current !== null) marks.current.scrollTop = scrollTop;
  };
  return (
    <Field
      label={t('System prompt')}
      error={error}
      aside={t('{count, plural, one {# character} other {# characters}}', { count: [...shown].length })}
      hint={t('Goal, tone, steps and limits. {{name}} inserts a variable.')}
    >
      {(control) => (
        <div className="relative rounded-lg bg-surface">
          <div
            ref={marks}
            dir="auto"
            aria-hidden
            className={`${LETTERS} absolute inset-0 overflow-hidden border-transparent text-transparent`}
          >
            <Marks text={shown} />{' '}
          </div>
          <textarea
            {...control}
            ref={ref}
            onBlur={onBlur}
            onScroll={(event) => scrollMarks(event.currentTarget)}
            dir="auto"
            spellCheck
            value={text}
            onChange={(event) => set(event.target.value)}
            className={`${LETTERS} field-sizing-content relative block max-h-[60vh] min-h-80 resize-none overflow-y-auto border-line-strong bg-transparent aria-invalid:border-bad`}
          />
        </div>
      )}
    </Field>
  );
}
