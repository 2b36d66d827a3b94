import type { FieldErrors } from '#contract/validation.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import type { WebsiteFields as Request } from '../../../data/knowledge.ts';
import { atTheField } from '../../../lib/forms/at-the-field.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';

/** Values of the website form as typed. */
export interface TypedWebsite {
  url: string;
  /** One URL per line. */
  pages: string;
  name: string;
  description: string;
  limit: string;
}

/** Initial value of the URL field, treated as empty. */
export const EMPTY_URL = 'https://';

/** Request body of the form. */
export function websiteRequest({ url, pages, name, description, limit }: TypedWebsite): Request {
  const address = url.trim() === EMPTY_URL ? '' : url.trim();
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
        label="URL"
        hint={t('Start page of the crawl. Leave empty to read only the single pages.')}
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
        label={t('Maximum pages')}
        hint={t('In addition to the start page, 1 to 50.')}
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
        label={t('Single pages')}
        hint={t('One URL per line. Links on these pages are not followed.')}
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
      <Field label={t('Name')} hint={t('Leave empty to use the host name.')} error={errors['name']?.[0]}>
        {(control) => (
          <Input
            {...control}
            value={typed.name}
            onChange={(event) => onChange({ ...typed, name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('Description')} error={errors['description']?.[0]}>
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

/** Error of the whole field or of the first invalid URL. */
function linksError(errors: FieldErrors, pages: string): string | undefined {
  for (const [path, texts] of Object.entries(errors)) {
    if (path === 'links') return texts[0];
    const place = /^links\.(\d+)\./.exec(path)?.[1];
    if (place !== undefined)
      return `${linesOf(pages)[Number(place)] ?? ''}: ${translateServerText(atTheField(texts[0] ?? ''))}`;
  }
  return undefined;
}
