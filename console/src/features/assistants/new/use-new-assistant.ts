import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { createAssistant } from '../../../data/assistants.ts';
import { languagesQuery, modelsQuery, voicesQuery } from '../../../data/catalog.ts';
import { unlessUnderWay } from '../../../lib/api/unless-under-way.ts';
import { randomId } from '../../../lib/random-id.ts';
import { zoneOfNew } from '../../../lib/time/zone.ts';
import type { AssistantTemplate } from '../templates/assistant-template.ts';
import { BLANK } from '../templates/templates.ts';
import { createRequest } from './create-request.ts';

/** The language of the templates. */
const LANGUAGE = 'en';

const NEW_ASSISTANT = ['new-assistant'];

interface Intention {
  template: AssistantTemplate['assistant'];
  idempotencyKey: string;
}

/** Creates an assistant and opens its editor. */
export function useNewAssistant() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mutation = useMutation({
    mutationKey: NEW_ASSISTANT,
    mutationFn: async ({ template, idempotencyKey }: Intention) => {
      const languages = await queries.ensureQueryData(languagesQuery);
      const language = languages.find(({ iso_2 }) => iso_2 === LANGUAGE) ?? languages[0];
      if (language === undefined) throw new Error('No language is available on this server.');
      const [voices, models] = await Promise.all([
        queries.ensureQueryData(voicesQuery('pipeline', language.id)),
        queries.ensureQueryData(modelsQuery('llm')),
      ]);
      const offered = { language, voices, models, timezone: zoneOfNew() };
      return createAssistant(createRequest(template, offered), idempotencyKey);
    },
    onSuccess: async ({ data }, { template }) => {
      showSuccess(`“${data.name}” created. Try it out, then make it yours.`);
      void queries.invalidateQueries({ queryKey: ['assistants'] });
      await navigate({
        to: '/assistants/$assistantId',
        params: { assistantId: String(data.id) },
        // The editor replaces the dialog, whose answers are now stored.
        replace: template !== BLANK,
        ignoreBlocker: true,
      });
    },
    onError: showError,
  });
  return {
    ...mutation,
    create: (template: Intention['template']) =>
      unlessUnderWay(queries, NEW_ASSISTANT, () => mutation.mutate({ template, idempotencyKey: randomId() })),
  };
}
