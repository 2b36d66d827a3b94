import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import type { CallOrder } from '../../../components/talk/call/test-call.tsx';
import { TalkPanel, type TalkPlace as TalkPanelPlace } from '../../../components/talk/talk-panel.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import { editorSearch } from '../search-params.ts';
import type { AssistantValues } from './form/assistant-values.ts';

interface TalkPlaceProps {
  assistant: Assistant;
  order: CallOrder;
  onSave: () => void;
}

/** The test panel. It uses the saved assistant, not the form's values. */
export function TalkPlace({ assistant, order, onSave }: TalkPlaceProps) {
  const { control } = useFormContext<AssistantValues>();
  const { isDirty } = useFormState({ control });
  const place = useTalkPlace();
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <div aria-live="polite" className="empty:-mb-4">
        {isDirty && (
          <Callout kind="warn">
            <p>{t('You’re testing the last saved version. Save to try your changes.')}</p>
            <Button size="small" className="mt-2" onClick={onSave}>
              {t('Save')}
            </Button>
          </Callout>
        )}
      </div>
      <TalkPanel assistant={assistant} place={place} order={order} />
    </div>
  );
}

/** Keeps the test conversation and the channel (chat or call) in the URL, so that both survive a reload. */
function useTalkPlace(): TalkPanelPlace {
  const { chat, way = 'chat' } = useSearch({ from: '/console/assistants/$assistantId' });
  const navigate = useNavigate({ from: '/assistants/$assistantId' });
  return {
    uuid: chat,
    remember: (uuid) => {
      const search = (before: object) => ({ ...before, chat: uuid });
      void navigate({ to: '.', search, state: true, replace: true, resetScroll: false });
    },
    way,
    choose: (chosen) => {
      const search = (before: object) => editorSearch({ ...before, way: chosen });
      void navigate({ to: '.', search, ...CHOSEN });
    },
  };
}
