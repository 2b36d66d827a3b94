import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { deleteAssistant, type ListedAssistant } from '../../../data/assistants.ts';
import { campaignListQuery } from '../../../data/campaigns.ts';

interface DeleteAssistantDialogProps {
  assistant: ListedAssistant;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteAssistantDialog({ assistant, isOpen, onClose, onDeleted }: DeleteAssistantDialogProps) {
  const queries = useQueryClient();
  const campaigns = useQuery({ ...campaignListQuery, enabled: isOpen });
  const remove = useMutation({
    mutationFn: () => deleteAssistant(assistant.id),
    meta: { isRemoval: true },
    onSuccess: () => {
      tellDone(`“${assistant.name}” deleted.`);
      onClose();
      onDeleted?.();
      void queries.invalidateQueries({ queryKey: ['assistants'] });
      void queries.invalidateQueries({ queryKey: ['numbers'] });
    },
  });
  const concerned = (campaigns.data ?? []).filter(({ assistant_id }) => assistant_id === assistant.id);
  const close = (): void => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={`Delete “${assistant.name}”?`}
      text={
        <>
          It answers no call and no chat any more, also not in widgets on websites. This cannot be taken back.{' '}
          {assistant.phone_number_id !== null && 'Its number becomes free for another assistant. '}
          {concerned.length > 0 &&
            `${campaignsInWords(concerned.map(({ name }) => name))} can call nobody without it. `}
          Calls and conversations that it held stay.
        </>
      }
      action="Delete"
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
      error={remove.error}
    />
  );
}

function campaignsInWords(names: readonly string[]): string {
  const [first = '', ...others] = names;
  if (others.length === 0) return `The campaign “${first}”`;
  return `The campaign “${first}” and ${others.length} more`;
}
