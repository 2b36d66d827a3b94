import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { createAssistantRequest } from '#contract/assistants.ts';
import type { Pronunciation } from '#contract/pronunciations.ts';
import { Editable } from '../../components/editable.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { PronunciationFields } from '../../components/form/pronunciation-fields.tsx';
import { SaveRow } from '../../components/form/save-row.tsx';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Card } from '../../components/layout/card.tsx';
import { pronunciationsQuery, savePronunciations } from '../../data/pronunciations.ts';
import { describeError } from '../../lib/api/api-error.ts';
import { contractResolver } from '../../lib/forms/contract-resolver.ts';
import { useSending } from '../../lib/forms/use-sending.ts';
import { t } from '../../lib/i18n/t.ts';

interface Values {
  pronunciations: Pronunciation[];
}

const schema = createAssistantRequest.pick({ pronunciations: true });
const resolver = contractResolver<Values, typeof schema>(schema);

/** Pronunciations for the voices of all assistants. */
export function PronunciationsCard() {
  const query = useQuery(pronunciationsQuery);
  return (
    <Card
      id="pronunciations"
      title={t('Pronunciations')}
      text={t('For all assistants. An assistant’s own entries take precedence.')}
    >
      <Loaded query={query}>{(pronunciations) => <PronunciationsForm saved={pronunciations} />}</Loaded>
    </Card>
  );
}

function PronunciationsForm({ saved }: { saved: Pronunciation[] }) {
  const queries = useQueryClient();
  const form = useForm({ defaultValues: { pronunciations: saved }, resolver, mode: 'onTouched' });
  const sending = useSending(form, async ({ pronunciations }) => {
    const { data } = await savePronunciations(pronunciations ?? []);
    queries.setQueryData(pronunciationsQuery.queryKey, data);
    form.reset({ pronunciations: data });
    showSuccess(t('Pronunciations saved.'));
  });
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void sending.onSubmit();
        }}
      >
        {sending.error === null ? null : <Callout kind="bad">{describeError(sending.error)}</Callout>}
        <Editable area="Assistants">
          <PronunciationFields />
        </Editable>
        <IfAllowed
          area="Assistants"
          otherwise={<p className="text-ink-soft text-sm">{t('Only builders can change pronunciations.')}</p>}
        >
          <SaveRow
            action={t('Save pronunciations')}
            isDirty={form.formState.isDirty}
            isBusy={sending.isBusy}
            onUndo={() => form.reset()}
          />
        </IfAllowed>
      </form>
    </FormProvider>
  );
}
