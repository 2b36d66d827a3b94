import type { TemplateView } from '#contract/messaging.ts';
import { t } from '../../lib/i18n/t.ts';
import { Callout } from '../feedback/callout.tsx';
import { Field } from '../form/field.tsx';
import { Input } from '../form/input.tsx';
import { Select } from '../form/select.tsx';
import type { TemplateDraft } from './template-draft.ts';
import { placesOf, type TemplatePlace } from './template-text.ts';
import { TemplateMessageView } from './template-view.tsx';

/** A filled-in template: values by placeholder number. */
export interface TemplateMessage {
  templateId: number;
  variables: Record<string, string>;
}

/** The message to send; null while the template or one of its values is missing. */
export function templateMessage(
  templates: readonly TemplateView[],
  { templateId, values }: TemplateDraft,
): TemplateMessage | null {
  const chosen = templates.find(({ id }) => String(id) === templateId);
  if (chosen === undefined || chosen.unsendable !== null) return null;
  const filled = placesOf(chosen).map(({ place }) => [String(place), (values[place] ?? '').trim()] as const);
  if (filled.some(([, value]) => value === '')) return null;
  return { templateId: chosen.id, variables: Object.fromEntries(filled) };
}

interface TemplateFieldsProps {
  /** Approved templates, at least one. */
  templates: readonly TemplateView[];
  draft: TemplateDraft;
  onChange: (draft: TemplateDraft) => void;
  /** Shows errors at the missing values. */
  isChecked?: boolean;
}

const REQUIRED = t('This is required.');

/** Chooses a template, asks for its values, and previews the message. */
export function TemplateFields({ templates, draft, onChange, isChecked = false }: TemplateFieldsProps) {
  const { templateId, values } = draft;
  const chosen = templates.find(({ id }) => String(id) === templateId);
  return (
    <>
      <Field label={t('Template')} error={isChecked && chosen === undefined ? REQUIRED : undefined}>
        {(control) => (
          <Select
            {...control}
            value={chosen === undefined ? null : templateId}
            options={templates.map(({ id, name, language }) => ({
              value: String(id),
              label: name,
              hint: language,
            }))}
            placeholder={t('Choose a template')}
            onChange={(id) => onChange({ templateId: id, values: {} })}
          />
        )}
      </Field>
      {chosen !== undefined && chosen.unsendable !== null && (
        <Callout kind="warn">{chosen.unsendable}</Callout>
      )}
      <PlaceFields
        places={chosen === undefined || chosen.unsendable !== null ? [] : placesOf(chosen)}
        values={values}
        onChange={(changed) => onChange({ templateId, values: changed })}
        isChecked={isChecked}
      />
      {chosen !== undefined && (
        <figure className="rounded-lg bg-sunken px-3 py-2">
          <figcaption className="text-ink-soft text-xs">{t('Preview')}</figcaption>
          <div aria-live="polite" className="mt-1">
            <TemplateMessageView template={chosen} values={values} />
          </div>
        </figure>
      )}
    </>
  );
}

interface PlaceFieldsProps {
  places: readonly TemplatePlace[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
  isChecked: boolean;
}

/** A field for each value of the template. */
function PlaceFields({ places, values, onChange, isChecked }: PlaceFieldsProps) {
  if (places.length === 0) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {places.map(({ place, label, hint }) => (
        <Field
          key={place}
          label={label}
          hint={hint}
          error={isChecked && (values[place] ?? '').trim() === '' ? REQUIRED : undefined}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={1024}
              value={values[place] ?? ''}
              onChange={(event) => onChange({ ...values, [place]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
