import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CirclePause, CirclePlay, Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { MenuItem, MoreMenu } from '../../../components/overlay/menu.tsx';
import {
  assistantQuery,
  createAssistant,
  type ListedAssistant,
  setAssistantActive,
} from '../../../data/assistants.ts';
import { t } from '../../../lib/i18n/t.ts';
import { randomId } from '../../../lib/random-id.ts';
import { copyOf } from '../assistant-copy.ts';
import { DeleteAssistantDialog } from './delete-assistant-dialog.tsx';

/** Actions on an assistant: duplicate, activate, delete. */
export function AssistantMenu({
  assistant,
  onDeleted,
}: {
  assistant: ListedAssistant;
  onDeleted?: () => void;
}) {
  const [isDeleting, setDeleting] = useState(false);
  const actions = useActions(assistant);
  const isActive = assistant.status === 'active';
  return (
    <>
      <MoreMenu variant="quiet" label={t('Actions for {name}', { name: assistant.name })}>
        <MenuItem icon={<Copy />} onSelect={() => actions.duplicate.mutate(randomId())}>
          {t('Duplicate')}
        </MenuItem>
        <MenuItem
          icon={isActive ? <CirclePause /> : <CirclePlay />}
          onSelect={() => actions.setActive.mutate(!isActive)}
        >
          {isActive ? t('Deactivate') : t('Activate')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setDeleting(true)}>
          {t('Delete…')}
        </MenuItem>
      </MoreMenu>
      <DeleteAssistantDialog
        assistant={assistant}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        {...(onDeleted && { onDeleted })}
      />
    </>
  );
}

function useActions(assistant: ListedAssistant) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queries.invalidateQueries({ queryKey: ['assistants'] });
  const duplicate = useMutation({
    mutationFn: async (key: string) =>
      createAssistant(copyOf(await queries.fetchQuery(assistantQuery(assistant.id))), key),
    onSuccess: ({ data }) => {
      showSuccess(t('“{name}” created. It has no phone number yet.', { name: data.name }));
      void refresh();
      void navigate({ to: '/assistants/$assistantId', params: { assistantId: String(data.id) } });
    },
    onError: showError,
  });
  const setActive = useMutation({
    mutationFn: (isActive: boolean) => setAssistantActive(assistant.id, isActive),
    onSuccess: ({ data }) => {
      showSuccess(
        data.status === 'active'
          ? t('“{name}” is active.', { name: data.name })
          : t('“{name}” is inactive and doesn’t answer incoming calls.', { name: data.name }),
      );
      void refresh();
    },
    onError: showError,
  });
  return { duplicate, setActive };
}
