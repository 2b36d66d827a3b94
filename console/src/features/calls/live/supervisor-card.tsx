import { ArrowRightLeft, Ear, EarOff, MessageSquareLock, MessageSquareText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { listenToCall } from '../../../lib/call/listen-to-call.ts';
import { SayDialog, WhisperDialog } from './say-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

type Opened = 'say' | 'whisper' | 'transfer' | null;

/** What a supervisor can do with an answered call. */
export function SupervisorCard({ callId }: { callId: number }) {
  const [opened, setOpened] = useState<Opened>(null);
  const listening = useListening(callId);
  const close = (): void => setOpened(null);
  return (
    <Card
      title="Live call"
      text="Listen to both sides, help the assistant, or transfer the customer to another person."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          icon={listening.isOn ? <EarOff /> : <Ear />}
          aria-pressed={listening.isOn}
          onClick={listening.toggle}
        >
          {listening.isOn ? 'Stop listening' : 'Listen'}
        </Button>
        <Button icon={<MessageSquareText />} onClick={() => setOpened('say')}>
          Say
        </Button>
        <Button icon={<MessageSquareLock />} onClick={() => setOpened('whisper')}>
          Whisper
        </Button>
        <Button icon={<ArrowRightLeft />} onClick={() => setOpened('transfer')}>
          Transfer
        </Button>
      </div>
      {listening.problem !== null && (
        <div role="alert" className="mt-4">
          <Callout kind="bad">{listening.problem}</Callout>
        </div>
      )}
      {opened === 'say' && <SayDialog callId={callId} onClose={close} />}
      {opened === 'whisper' && <WhisperDialog callId={callId} onClose={close} />}
      {opened === 'transfer' && <TransferDialog callId={callId} onClose={close} />}
    </Card>
  );
}

interface Listening {
  isOn: boolean;
  problem: string | null;
  toggle: () => void;
}

/** Plays the call until it ends, the user stops it or leaves the page. */
function useListening(callId: number): Listening {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const toggle = (): void => {
    if (isOn) {
      stop.current();
      return;
    }
    setProblem(null);
    setOn(true);
    stop.current = listenToCall(callId, (ended) => {
      setOn(false);
      setProblem(ended);
    });
  };
  return { isOn, problem, toggle };
}
