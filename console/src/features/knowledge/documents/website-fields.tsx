import type { FieldErrors } from '#contract/validation.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import type { WebsiteFields as Request } from '../../../data/knowledge.ts';
import { atTheField } from '../../../lib/forms/at-the-field.ts';

/** A document from a website, as it is typed. */
export interface TypedWebsite {
  url: string;
  /** One address a line. */
  pages: string;
  name: string;
  description: string;
  limit: string;
}

/** An address of which nothing but the scheme was typed. */
export const NO_ADDRESS = 'https://';

/** What is sent of it. */
export function websiteRequest({ url, pages, name, description, limit }: TypedWebsite): Request {
  const address = url.trim() === NO_ADDRESS ? '' : url.trim();
  const links = linesOf(pages);
  return {
    name: name === '' ? hostOf(address || (links[0] ?? '')) : name,
    description: description || null,
    url: address || null,
    links: links.length === 0 ? null : links.map((link) => ({ link })),
    relative_links_limit: Number(limit),
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

interface WebsiteFieldsProps {
  typed: TypedWebsite;
  errors: FieldErrors;
  onChange: (typed: TypedWebsite) => void;
}

export function WebsiteFields({ typed, errors, onChange }: WebsiteFieldsProps) {
  return (
    <>
      <Field
        label="Address"
        hint="Where reading begins. Without it, only the single pages are read."
        error={errors['url']?.[0]}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            value={typed.url}
            onChange={(event) => onChange({ ...typed, url: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Pages at most"
        hint="Beside the first, between 1 and 50."
        error={errors['relative_links_limit']?.[0]}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={typed.limit}
            onChange={(event) => onChange({ ...typed, limit: event.target.value })}
            className="max-w-24"
          />
        )}
      </Field>
      <Field
        label="Single pages"
        hint="Exactly these, one address a line. What they link to is not read."
        error={linksError(errors, typed.pages)}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            value={typed.pages}
            onChange={(event) => onChange({ ...typed, pages: event.target.value })}
          />
        )}
      </Field>
      <NamingFields typed={typed} errors={errors} onChange={onChange} />
    </>
  );
}

function NamingFields({ typed, errors, onChange }: WebsiteFieldsProps) {
  return (
    <>
      <Field label="Name" hint="Left empty, it is called by its host." error={errors['name']?.[0]}>
        {(control) => (
          <Input
            {...control}
            value={typed.name}
            onChange={(event) => onChange({ ...typed, name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" error={errors['description']?.[0]}>
        {(control) => (
          <Input
            {...control}
            value={typed.description}
            onChange={(event) => onChange({ ...typed, description: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** Of the whole field, or of the first address that was refused, which it names. */
function linksError(errors: FieldErrors, pages: string): string | undefined {
  for (const [path, texts] of Object.entries(errors)) {
    if (path === 'links') return texts[0];
    const place = /^links\.(\d+)\./.exec(path)?.[1];
    if (place !== undefined) return `${linesOf(pages)[Number(place)] ?? ''}: ${atTheField(texts[0] ?? '')}`;
  }
  return undefined;
}
