import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { createAssistant, setAssistantActive } from '../../../data/assistants.ts';
import { languagesQuery, modelsQuery, voicesQuery } from '../../../data/catalog.ts';
import { addSandboxNumber } from '../../../data/numbers.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { unlessUnderWay } from '../../../lib/api/unless-under-way.ts';
import { t } from '../../../lib/i18n/t.ts';
import { zoneOfNew } from '../../../lib/time/zone.ts';
import type { AssistantTemplate } from '../templates/assistant-template.ts';
import { BLANK } from '../templates/templates.ts';
import { createRequest, type Offered, type SetupAnswers, withAnswers } from './create-request.ts';

/** The language of an assistant without a template. */
const LANGUAGE = 'en';

const NEW_ASSISTANT = ['new-assistant'];

export interface Setup extends SetupAnswers {
  template: AssistantTemplate;
  languageId: number;
  /** Id of the number to use, or a new one of the sandbox. */
  number: number | 'sandbox' | null;
}

/** Creates an assistant, from a template or blank (null), and opens its editor or the new campaign. */
export function useNewAssistant(isForCampaign: boolean) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [keyOf] = useState(intentionKeys);
  const [numberKeyOf] = useState(intentionKeys);
  const mutation = useMutation({
    mutationKey: NEW_ASSISTANT,
    mutationFn: async (setup: Setup | null) => {
      const offered = await offeredFor(queries, setup?.languageId ?? null);
      if (setup === null) {
        const blank = createRequest(BLANK, offered);
        return createAssistant(blank, keyOf(blank));
      }
      const { template, number, voiceId } = setup;
      const filled = withAnswers(template, setup, offered.language.iso_2);
      const request = createRequest(filled, offered, voiceId);
      const numberId = number === 'sandbox' ? (await addSandboxNumber(numberKeyOf(request))).id : number;
      const body = numberId === null ? request : { ...request, phone_number_id: numberId };
      const created = await createAssistant(body, keyOf(body));
      const isReachable = numberId !== null && template.assistant.type === 'inbound';
      // The assistant exists already, so a failure must not offer to create it again.
      if (isReachable) await setAssistantActive(created.data.id, true).catch(showError);
      return created;
    },
    onSuccess: async ({ data }, setup) => {
      showSuccess(t('“{name}” created. Try it out, then make it yours.', { name: data.name }));
      const refreshed = queries.invalidateQueries({
        queryKey: ['assistants'],
        refetchType: isForCampaign ? 'all' : 'active',
      });
      void queries.invalidateQueries({ queryKey: ['numbers'] });
      if (isForCampaign) {
        await refreshed;
        await navigate({ to: '/campaigns/new', replace: true, ignoreBlocker: true });
        return;
      }
      await navigate({
        to: '/assistants/$assistantId',
        params: { assistantId: String(data.id) },
        // The editor replaces the dialog, whose answers are now stored.
        replace: setup !== null,
        ignoreBlocker: true,
      });
    },
    onError: showError,
  });
  return {
    ...mutation,
    create: (setup: Setup | null) => unlessUnderWay(queries, NEW_ASSISTANT, () => mutation.mutate(setup)),
  };
}

/** @param languageId null for the default language */
async function offeredFor(queries: QueryClient, languageId: number | null): Promise<Offered> {
  const languages = await queries.ensureQueryData(languagesQuery);
  const language =
    languages.find(({ id, iso_2 }) => (languageId === null ? iso_2 === LANGUAGE : id === languageId)) ??
    languages[0];
  if (language === undefined) throw new Error(t('No language is available on this server.'));
  const [voices, models] = await Promise.all([
    queries.ensureQueryData(voicesQuery('pipeline', language.id)),
    queries.ensureQueryData(modelsQuery('llm')),
  ]);
  return { language, voices, models, timezone: zoneOfNew() };
}
