import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { addWebsite } from '../../../data/knowledge.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';

export function WebsiteDialog({
  knowledgebaseId,
  onClose,
}: {
  knowledgebaseId: string;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [url, setUrl] = useState('https://');
  const [name, setName] = useState('');
  const [limit, setLimit] = useState('10');
  const [keyOf] = useState(intentionKeys);
  const add = useMutation({
    mutationFn: () => {
      const fields = { url, name: name === '' ? hostOf(url) : name, relative_links_limit: Number(limit) };
      return addWebsite(knowledgebaseId, fields, keyOf(fields));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['knowledge'] });
      onClose();
    },
  });
  const fields = fieldErrors(add.error);
  return (
    <FormDialog
      onSubmit={add.mutate}
      isBusy={add.isPending}
      error={add.error}
      onClose={onClose}
      title="Add a website"
      text="The page is read, and the pages of the same site that it links to. What robots.txt forbids is left alone."
      action="Add"
    >
      <Field label="Address" error={fields['url']?.[0]}>
        {(control) => (
          <Input {...control} type="url" value={url} onChange={(event) => setUrl(event.target.value)} />
        )}
      </Field>
      <Field label="Name" hint="Left empty, it is called by its host." error={fields['name']?.[0]}>
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field
        label="Pages at most"
        hint="Beside the first, between 1 and 50."
        error={fields['relative_links_limit']?.[0]}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={limit}
            onChange={(event) => setLimit(event.target.value)}
            className="max-w-24"
          />
        )}
      </Field>
    </FormDialog>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
