import { ArrowRightLeft, Ear, EarOff, Headset, MessageSquareLock, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { listenToCall } from '../../../lib/call/listen-to-call.ts';
import { takeOverCall } from '../../../lib/call/take-over-call.ts';
import { t } from '../../../lib/i18n/t.ts';
import { SayDialog, WhisperDialog } from './say-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { useLine } from './use-line.ts';

type Opened = 'say' | 'whisper' | 'transfer' | null;

/** Supervisor controls of an answered call. */
export function SupervisorCard({ callId }: { callId: number }) {
  const [opened, setOpened] = useState<Opened>(null);
  const listening = useLine((over) => listenToCall(callId, over));
  const speaking = useLine((over) => takeOverCall(callId, over));
  const problem = speaking.problem ?? listening.problem;
  const close = (): void => setOpened(null);
  const takeOver = (): void => {
    // Taking over also plays the customer, who would be heard twice.
    listening.stop();
    speaking.start();
  };
  return (
    <Card
      title={t('Live call')}
      text={
        speaking.isOn
          ? t('You are speaking with the customer. Return the call to let the assistant continue.')
          : t('Listen to both sides, help the assistant, or speak with the customer yourself.')
      }
    >
      <div className="flex flex-wrap gap-2">
        {speaking.isOn ? (
          <Button variant="primary" icon={<Headset />} onClick={speaking.stop}>
            {t('Return call to assistant')}
          </Button>
        ) : (
          <>
            {listening.isOn ? (
              <Button icon={<EarOff />} onClick={listening.stop}>
                {t('Stop listening')}
              </Button>
            ) : (
              <Button icon={<Ear />} onClick={listening.start}>
                {t('Listen to call')}
              </Button>
            )}
            <Button icon={<MessageSquareText />} onClick={() => setOpened('say')}>
              {t('Say text')}
            </Button>
            <Button icon={<MessageSquareLock />} onClick={() => setOpened('whisper')}>
              {t('Whisper instruction')}
            </Button>
            <Button icon={<ArrowRightLeft />} onClick={() => setOpened('transfer')}>
              {t('Transfer customer')}
            </Button>
            <Button icon={<Headset />} onClick={takeOver}>
              {t('Take over call')}
            </Button>
          </>
        )}
      </div>
      {problem !== null && (
        <div role="alert" className="mt-4">
          <Callout kind="bad">{problem}</Callout>
        </div>
      )}
      {opened === 'say' && <SayDialog callId={callId} onClose={close} />}
      {opened === 'whisper' && <WhisperDialog callId={callId} onClose={close} />}
      {opened === 'transfer' && <TransferDialog callId={callId} onClose={close} />}
    </Card>
  );
}
