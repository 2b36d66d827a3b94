import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { addWebsite } from '../../../data/knowledge.ts';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';

export function WebsiteDialog({
  knowledgebaseId,
  onClose,
}: {
  knowledgebaseId: string;
  onClose: () => void;
}) {
  const formId = useId();
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
  const fields = add.error instanceof ApiError ? add.error.fields : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add a website"
      text="The page is read, and the pages of the same site that it links to. What robots.txt forbids is left alone."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isBusy={add.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        {add.error && Object.keys(fields).length === 0 ? (
          <Callout kind="bad">{describeError(add.error)}</Callout>
        ) : null}
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
      </form>
    </Dialog>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
