import { useId } from 'react';
import { SUBSCRIBABLE_EVENTS } from '#contract/webhook-events.ts';
import { atTheField } from '../../../lib/forms/at-the-field.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { EVENT_WORDS } from '../event-words.ts';

interface EventChoiceProps {
  /** Names of events, or `*`. */
  events: readonly string[];
  onChange: (events: string[]) => void;
  error: string | undefined;
}

/** Checkboxes for all events, present and future, or for single ones. */
export function EventChoice({ events, onChange, error }: EventChoiceProps) {
  const id = useId();
  const isAll = events.includes('*');
  const toggle = (name: string): void =>
    onChange(events.includes(name) ? events.filter((one) => one !== name) : [...events, name]);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('Events')}</legend>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onChange(isAll ? [] : ['*'])}
          className="size-4 accent-accent"
        />
        {t('All events, including future ones')}
      </label>
      {!isAll && (
        <div className="grid gap-2 sm:grid-cols-2">
          {SUBSCRIBABLE_EVENTS.map((name) => (
            <label key={name} className="flex items-start gap-2 text-sm">
              <input
                type="checkbox"
                checked={events.includes(name)}
                onChange={() => toggle(name)}
                aria-label={name}
                aria-describedby={`${id}-${name}`}
                className="mt-0.5 size-4 accent-accent"
              />
              <span className="min-w-0">
                <span className="font-mono">{name}</span>
                <span id={`${id}-${name}`} className="block text-ink-soft">
                  {EVENT_WORDS[name].summary}
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="text-bad text-sm">
          {translateServerText(atTheField(error))}
        </p>
      )}
    </fieldset>
  );
}
