import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Field } from '../../../../components/form/field.tsx';
import { Input } from '../../../../components/form/input.tsx';
import { addWebsite } from '../../../../data/knowledge.ts';
import { describeError, fieldErrors } from '../../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../../lib/api/intention-key.ts';
import { t } from '../../../../lib/i18n/t.ts';

/** Pages that are read besides the given one; the page of the knowledge base can choose another limit. */
const LINKED_PAGES = 10;

/** Adds a website to the knowledge base. @param target returns its id, and may create it first */
export function WebsiteForm({ target }: { target: () => Promise<string> }) {
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const [keyOf] = useState(intentionKeys);
  const add = useMutation({
    mutationFn: async () => {
      const address = addressOf(url);
      const fields = {
        name: URL.canParse(address) ? new URL(address).host : address,
        url: address,
        relative_links_limit: LINKED_PAGES,
      };
      return addWebsite(await target(), fields, keyOf(fields));
    },
    onSuccess: async () => {
      setUrl('');
      await queries.invalidateQueries({ queryKey: ['knowledge'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (url.trim() !== '' && !add.isPending) add.mutate();
  };
  const wrong =
    add.error === null ? undefined : (fieldErrors(add.error)['url']?.[0] ?? describeError(add.error));
  return (
    <form onSubmit={submit} noValidate className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={t('Website')}
          hint={t('This page and up to {count} pages that it links to.', { count: LINKED_PAGES })}
          error={wrong}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              value={url}
              placeholder="https://www.example.com"
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button
        type="submit"
        icon={<Globe />}
        isBusy={add.isPending}
        isIdle={url.trim() === ''}
        className="mt-6.5"
      >
        {t('Add website')}
      </Button>
    </form>
  );
}

/** People leave out the protocol. */
function addressOf(typed: string): string {
  const text = typed.trim();
  return /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
}
