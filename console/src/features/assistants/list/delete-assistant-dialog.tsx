import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import { deleteAssistant, type ListedAssistant } from '../../../data/assistants.ts';
import { campaignListQuery } from '../../../data/campaigns.ts';
import { t } from '../../../lib/i18n/t.ts';

interface DeleteAssistantDialogProps {
  assistant: ListedAssistant;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteAssistantDialog({ assistant, isOpen, onClose, onDeleted }: DeleteAssistantDialogProps) {
  const queries = useQueryClient();
  const campaigns = useQuery({ ...campaignListQuery, enabled: isOpen });
  const concerned = (campaigns.data ?? []).filter(({ assistant_id }) => assistant_id === assistant.id);
  return (
    <ActionDialog
      subject={isOpen ? assistant : null}
      ask={({ name, phone_number_id }) => ({
        title: t('Delete “{name}”?', { name }),
        text: (
          <>
            {t('It stops answering calls and chats, including in website widgets. This can’t be undone.')}{' '}
            {phone_number_id !== null && <>{t('Its phone number becomes available.')} </>}
            {concerned.length > 0 && <>{lossOf(concerned.map((campaign) => campaign.name))} </>}
            {t('Past calls and conversations are kept.')}
          </>
        ),
        action: t('Delete'),
      })}
      action={({ id }) => deleteAssistant(id)}
      onDone={({ name }) => {
        showSuccess(t('“{name}” deleted.', { name }));
        onDeleted?.();
        void queries.invalidateQueries({ queryKey: ['assistants'] });
        void queries.invalidateQueries({ queryKey: ['numbers'] });
      }}
      onClose={onClose}
      isPageLeft
    />
  );
}

function lossOf(campaigns: readonly string[]): string {
  const [name = '', ...others] = campaigns;
  if (others.length === 0) return t('The campaign “{name}” can’t call without it.', { name });
  return t('The campaign “{name}” and {count} more can’t call without it.', { name, count: others.length });
}
