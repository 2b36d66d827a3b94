import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Loaded } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { type Assistant, assistantQuery } from '../../../data/assistants.ts';
import { t } from '../../../lib/i18n/t.ts';
import { AssistantMenu } from '../list/assistant-menu.tsx';
import { EditorBody } from './editor-body.tsx';
import { EditorGuard } from './editor-guard.tsx';
import { useAssistantForm } from './form/use-assistant-form.ts';
import { useSave } from './form/use-save.ts';
import { ChannelBadges } from './head/channel-badges.tsx';
import { PublishButton } from './head/publish-button.tsx';
import { TestCallButton } from './head/test-call-button.tsx';
import { SaveBar } from './save-bar.tsx';

export function EditorPage() {
  const { assistantId } = useParams({ from: '/console/assistants/$assistantId' });
  const query = useQuery(assistantQuery(Number(assistantId)));
  if (query.data !== undefined) return <Editor key={query.data.id} assistant={query.data} />;
  return (
    <Page area="Assistants" title={t('Assistant')} trail={<Trail />}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function Editor({ assistant }: { assistant: Assistant }) {
  const editing = useAssistantForm(assistant);
  const saving = useSave(assistant.id, editing);
  const navigate = useNavigate();
  const [isCalling, setCalling] = useState(false);
  const leave = (): void => {
    // A deleted assistant has no changes to lose.
    editing.undo();
    void navigate({ to: '/assistants', ignoreBlocker: true });
  };
  return (
    <FormProvider {...editing.form}>
      <Page
        area="Assistants"
        isWide
        title={assistant.name}
        trail={<Trail />}
        text={
          assistant.status === 'inactive' &&
          assistant.type === 'inbound' &&
          t('Incoming calls are off. Chats, messages and outbound calls still work.')
        }
        actions={
          <>
            <ChannelBadges assistant={assistant} />
            <IfAllowed area="Calls">
              <TestCallButton assistant={assistant} onCall={() => setCalling(true)} />
            </IfAllowed>
            <IfAllowed area="Assistants">
              <PublishButton key={assistant.id} assistant={assistant} />
              <AssistantMenu assistant={assistant} onDeleted={leave} />
            </IfAllowed>
          </>
        }
      >
        <EditorBody
          assistant={assistant}
          onSave={saving.save}
          order={{ isWaiting: isCalling, take: () => setCalling(false) }}
        >
          <SaveBar id={assistant.id} editing={editing} saving={saving} />
        </EditorBody>
      </Page>
      <EditorGuard control={editing.form.control} />
    </FormProvider>
  );
}

function Trail() {
  return (
    <Link to="/assistants" className="hover:underline">
      {t('Assistants')}
    </Link>
  );
}
