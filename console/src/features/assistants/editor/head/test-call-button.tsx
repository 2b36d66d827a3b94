import { useNavigate } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../../../../components/button.tsx';
import type { Assistant } from '../../../../data/assistants.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { useMedia } from '../../../../lib/media/use-media.ts';
import { CHOSEN } from '../../../../routing/search-change.ts';
import { editorSearch } from '../../search-params.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { WIDE } from '../wide.ts';
import { useChannels } from './use-channels.ts';

interface TestCallButtonProps {
  assistant: Assistant;
  onCall: () => void;
}

/** Calls the saved assistant. The page's main action once the assistant is live, unless there are changes to save. */
export function TestCallButton({ assistant, onCall }: TestCallButtonProps) {
  const isLive = useChannels(assistant)?.some((channel) => channel.isLive) === true;
  const { control } = useFormContext<AssistantValues>();
  const { isDirty } = useFormState({ control });
  const isWide = useMedia(WIDE);
  const navigate = useNavigate({ from: '/assistants/$assistantId' });
  const call = (): void => {
    const tab = isWide ? {} : { tab: 'talk' };
    void navigate({
      to: '.',
      search: (before: object) => editorSearch({ ...before, ...tab, way: 'call' }),
      ...CHOSEN,
    });
    onCall();
  };
  return (
    <Button icon={<Phone />} variant={isDirty || !isLive ? 'secondary' : 'primary'} onClick={call}>
      {t('Test call')}
    </Button>
  );
}
