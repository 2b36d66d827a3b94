import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Editable } from '../../components/editable.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { deleteTool, type Tool, toolQuery } from '../../data/tools.ts';
import { t } from '../../lib/i18n/t.ts';
import { ToolForm } from './editor/tool-form.tsx';
import { ToolTrial } from './editor/tool-trial.tsx';

/** `/tools/new` creates a tool, `/tools/7` edits and tests one. */
export function ToolPage() {
  const { toolId } = useParams({ from: '/console/tools/$toolId' });
  return toolId === 'new' ? <NewTool /> : <KnownTool toolId={toolId} />;
}

const trail = (
  <Link to="/tools" className="hover:underline">
    {t('Tools')}
  </Link>
);

function NewTool() {
  const navigate = useNavigate();
  const open = ({ id }: Tool): void => {
    // The form still counts as dirty until it rerenders.
    const ignoreBlocker = true;
    void navigate({ to: '/tools/$toolId', params: { toolId: String(id) }, replace: true, ignoreBlocker });
  };
  return (
    <Page area="Mid-call tools" title={t('New tool')} trail={trail}>
      <Editable area="Mid-call tools">
        <ToolForm tool={null} onSaved={open} />
      </Editable>
    </Page>
  );
}

function KnownTool({ toolId }: { toolId: string }) {
  const query = useQuery(toolQuery(toolId));
  return (
    <Page
      area="Mid-call tools"
      title={query.data?.name ?? t('Tool')}
      trail={trail}
      actions={
        query.data && (
          <IfAllowed area="Mid-call tools">
            <DeleteTool tool={query.data} />
          </IfAllowed>
        )
      }
    >
      <Loaded query={query}>
        {(tool) => (
          <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
            <Editable area="Mid-call tools">
              <ToolForm key={tool.id} tool={tool} onSaved={() => undefined} />
            </Editable>
            <IfAllowed area="Mid-call tools">
              <ToolTrial tool={tool} />
            </IfAllowed>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function DeleteTool({ tool }: { tool: Tool }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
        {t('Delete tool')}
      </Button>
      <ActionDialog
        subject={isAsking ? tool : null}
        ask={({ name }) => ({
          title: t('Delete “{name}”?', { name }),
          text: t('Assistants can no longer use it. This can’t be undone.'),
          action: t('Delete tool'),
        })}
        action={({ id }) => deleteTool(id)}
        onDone={async ({ id }) => {
          await navigate({ to: '/tools', ignoreBlocker: true });
          queries.removeQueries({ queryKey: toolQuery(String(id)).queryKey });
          await queries.invalidateQueries({ queryKey: ['tools'] });
          showSuccess(t('Tool deleted.'));
        }}
        onClose={() => setAsking(false)}
        isPageLeft
      />
    </>
  );
}
