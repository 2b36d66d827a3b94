import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { TemplateView } from '#contract/messaging.ts';
import { Button } from '../button.tsx';
import { Callout } from '../feedback/callout.tsx';
import { Field } from '../form/field.tsx';
import { Input } from '../form/input.tsx';
import { Select } from '../form/select.tsx';
import { placesOf, previewOf, type TemplatePlace } from './template-text.ts';

/** What is sent of a template: values by place. */
export interface TemplateMessage {
  templateId: number;
  variables: Record<string, string>;
}

interface TemplateComposerProps {
  /** Approved ones; undefined while they are loading. */
  templates: readonly TemplateView[] | undefined;
  onSend: (message: TemplateMessage) => Promise<unknown>;
  isBusy: boolean;
  aside?: ReactNode;
}

/** Chooses a template, fills in what it wants, and shows what the customer will read. */
export function TemplateComposer({ templates, onSend, isBusy, aside }: TemplateComposerProps) {
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const chosen = templates?.find(({ id }) => String(id) === templateId);
  const places = chosen === undefined ? [] : placesOf(chosen);
  const isComplete = places.every(({ place }) => (values[place] ?? '').trim() !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen === undefined || !isComplete || isBusy) return;
    const variables = Object.fromEntries(
      places.map(({ place }) => [String(place), (values[place] ?? '').trim()]),
    );
    onSend({ templateId: chosen.id, variables }).then(
      () => {
        setTemplateId(null);
        setValues({});
      },
      // Whoever sends tells why; what was filled in stays.
      () => undefined,
    );
  };
  if (templates?.length === 0) {
    return (
      <Callout kind="warn">
        This sender has no approved template. Templates are written and approved at its carrier, in the
        sandbox on its own page; then fetch them in the sender’s settings.
      </Callout>
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label="Template">
        {(control) => (
          <Select
            {...control}
            value={templateId}
            options={(templates ?? []).map(({ id, name, language }) => ({
              ...{ value: String(id), label: name, hint: language },
            }))}
            placeholder={templates === undefined ? 'Loading…' : 'Choose a template'}
            onChange={(id) => {
              setTemplateId(id);
              setValues({});
            }}
          />
        )}
      </Field>
      <PlaceFields places={places} values={values} onChange={setValues} />
      {chosen !== undefined && (
        <figure className="rounded-lg bg-sunken px-3 py-2">
          <figcaption className="text-ink-soft text-xs">What the customer will read</figcaption>
          <p dir="auto" aria-live="polite" className="mt-1 wrap-anywhere whitespace-pre-wrap">
            {previewOf(chosen, values)}
          </p>
        </figure>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {aside}
        <Button
          type="submit"
          variant="primary"
          icon={<SendHorizontal />}
          isBusy={isBusy}
          isIdle={chosen === undefined || !isComplete}
        >
          Send template
        </Button>
      </div>
    </form>
  );
}

interface PlaceFieldsProps {
  places: readonly TemplatePlace[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
}

/** A field for each value that the template wants. */
function PlaceFields({ places, values, onChange }: PlaceFieldsProps) {
  if (places.length === 0) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {places.map(({ place, label }) => (
        <Field key={place} label={label}>
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
