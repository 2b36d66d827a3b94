import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { addWebsite } from '../../../data/knowledge.ts';
import { fieldErrors } from '../../../lib/api/api-error.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { t } from '../../../lib/i18n/t.ts';
import { EMPTY_URL, type TypedWebsite, WebsiteFields, websiteRequest } from './website-fields.tsx';

const EMPTY: TypedWebsite = { url: EMPTY_URL, pages: '', name: '', description: '', limit: '10' };

export function WebsiteDialog({
  knowledgebaseId,
  onClose,
}: {
  knowledgebaseId: string;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(EMPTY);
  const [keyOf] = useState(intentionKeys);
  const add = useMutation({
    mutationFn: () => {
      const fields = websiteRequest(typed);
      return addWebsite(knowledgebaseId, fields, keyOf(fields));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['knowledge'] });
      onClose();
    },
  });
  return (
    <FormDialog
      onSubmit={add.mutate}
      isBusy={add.isPending}
      error={add.error}
      onClose={onClose}
      title={t('Add website')}
      text={t('Crawls a page and the pages of the same site that it links to, and respects robots.txt.')}
      action={t('Add website')}
    >
      <WebsiteFields typed={typed} errors={fieldErrors(add.error)} onChange={setTyped} />
    </FormDialog>
  );
}
