import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { Field } from '../../components/form/field.tsx';
import { Input, TextArea } from '../../components/form/input.tsx';
import { IfAllowed } from '../../components/if-allowed.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { GoneDialog } from '../../components/overlay/gone-dialog.tsx';
import {
  type CannedReply,
  cannedRepliesQuery,
  deleteCannedReply,
  saveCannedReply,
} from '../../data/inbox.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { INBOX_DIALOGS } from './inbox-settings-search.ts';

export function CannedRepliesCard() {
  const replies = useQuery(cannedRepliesQuery);
  const queries = useQueryClient();
  const dialog = useDialogAddress(INBOX_DIALOGS);
  const [toDelete, setToDelete] = useState<CannedReply | null>(null);
  const editedId = dialog.idOf('reply');
  const edited = replies.data?.find(({ id }) => id === editedId);
  return (
    <Card
      id="canned-replies"
      title={t('Canned replies')}
      text={t('Type / in a message to insert one.')}
      actions={
        <IfAllowed area="Inbox">
          <Button icon={<Plus />} onClick={() => dialog.show('new-reply')}>
            {t('New canned reply')}
          </Button>
        </IfAllowed>
      }
    >
      <Loaded query={replies}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-ink-soft text-sm">{t('No canned replies yet.')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {rows.map((reply) => (
                <li key={reply.id} className="flex items-start justify-between gap-3 py-3">
                  <div className="min-w-0">
                    <p className="font-mono text-sm">/{reply.shortcut}</p>
                    <p dir="auto" className="wrap-anywhere line-clamp-2 text-ink-soft text-sm">
                      {reply.content}
                    </p>
                  </div>
                  <IfAllowed area="Inbox">
                    <div className="flex gap-1">
                      <Button size="small" onClick={() => dialog.show(`reply.${reply.id}`)}>
                        {t('Edit')}
                      </Button>
                      <IconButton
                        label={t('Delete {shortcut}', { shortcut: reply.shortcut })}
                        onClick={() => setToDelete(reply)}
                      >
                        <Trash2 />
                      </IconButton>
                    </div>
                  </IfAllowed>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog.isOpen('new-reply') && <ReplyDialog reply={null} onClose={dialog.close} />}
      {editedId !== undefined && replies.data !== undefined && edited === undefined && (
        <GoneDialog onClose={dialog.close} />
      )}
      {edited !== undefined && <ReplyDialog reply={edited} onClose={dialog.close} />}
      <ActionDialog
        subject={toDelete}
        ask={({ shortcut }) => ({
          title: t('Delete “/{shortcut}”?', { shortcut }),
          text: t('This can’t be undone.'),
          action: t('Delete canned reply'),
        })}
        action={({ id }) => deleteCannedReply(id)}
        onDone={async () => {
          await queries.invalidateQueries({ queryKey: cannedRepliesQuery.queryKey });
          showSuccess(t('Canned reply deleted.'));
        }}
        onClose={() => setToDelete(null)}
      />
    </Card>
  );
}

/** Creates or changes a canned reply. @param reply null for a new one */
function ReplyDialog({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const queries = useQueryClient();
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '');
  const [content, setContent] = useState(reply?.content ?? '');
  const save = useMutation({
    mutationFn: () => saveCannedReply(reply?.id ?? null, { shortcut, content }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: cannedRepliesQuery.queryKey });
      showSuccess(t('Canned reply saved.'));
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  return (
    <FormDialog
      title={reply === null ? t('New canned reply') : `/${reply.shortcut}`}
      action={t('Save canned reply')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
      isBusy={save.isPending}
      error={save.error}
    >
      <Field
        label={t('Shortcut')}
        hint={t('Lowercase letters, digits, hyphens and underscores.')}
        error={errors['shortcut']?.[0]}
      >
        {(control) => (
          <Input
            {...control}
            value={shortcut}
            maxLength={40}
            onChange={(event) => setShortcut(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t('Text')}
        hint={t(
          'Variables: {{visitor.name}}, {{visitor.first_name}}, {{visitor.phone}}, {{agent.name}}, {{assistant.name}}.',
        )}
        error={errors['content']?.[0]}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
