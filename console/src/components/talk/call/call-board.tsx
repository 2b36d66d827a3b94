import { Grid3x3, Mic, MicOff, PhoneOff } from 'lucide-react';
import { useState } from 'react';
import type { CallView } from '../../../lib/call/call-state.ts';
import type { LiveCall } from '../../../lib/call/live-call.ts';
import { useFocusTarget } from '../../../lib/focus/use-focus-target.ts';
import { Button } from '../../button.tsx';
import { Callout } from '../../feedback/callout.tsx';
import { Composer } from '../chat/composer.tsx';
import { CallTranscript } from './call-transcript.tsx';
import { FocusTargetButton } from './focus-target-button.tsx';
import { Keypad } from './keypad.tsx';
import { LevelMeters } from './level-meters.tsx';

interface CallBoardProps {
  call: LiveCall;
  view: CallView;
  /** Names of the other side and of the user. */
  names: readonly [string, string];
  /** Why the user must type; null if speech works. */
  typingHint: string | null;
  /** Shown while the transcript is empty. */
  empty: string;
  /** Whether the page receives a transcript. */
  hasTranscript?: boolean;
}

/** A running call: transcript, levels and controls. */
export function CallBoard({ call, view, names, typingHint, empty, hasTranscript = true }: CallBoardProps) {
  const [hasKeypad, setKeypad] = useState(false);
  const isLive = view.phase === 'live';
  const hint = view.soundError ?? typingHint;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      {hint !== null && view.phase !== 'ended' && (
        <div role="status">
          <Callout kind={view.soundError === null ? 'info' : 'warn'}>{hint}</Callout>
        </div>
      )}
      {isLive && <LevelMeters call={call} isMuted={view.microphone !== 'on'} names={names} />}
      {hasTranscript && <CallTranscript lines={view.lines} empty={empty} />}
      {view.phase === 'connecting' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-ink-soft text-sm">
            {view.microphone === 'asking' && 'Allow the microphone in your browser.'}
          </p>
          <HangUp call={call} />
        </div>
      )}
      {isLive && (
        <>
          <TypedWords call={call} />
          <div className="flex flex-wrap gap-2">
            <MuteButton call={call} view={view} />
            <Button
              icon={<Grid3x3 />}
              aria-expanded={hasKeypad}
              onClick={() => setKeypad((isShown) => !isShown)}
            >
              Keypad
            </Button>
            <HangUp call={call} />
          </div>
          {hasKeypad && <Keypad label="Keypad" onPress={(key) => call.press(key)} />}
        </>
      )}
    </div>
  );
}

function TypedWords({ call }: Pick<CallBoardProps, 'call'>) {
  const [typed, setTyped] = useState('');
  const ref = useFocusTarget<HTMLTextAreaElement>();
  return (
    <Composer
      ref={ref}
      value={typed}
      onChange={setTyped}
      label="Type a message"
      placeholder="Type instead of speaking…"
      onSend={(text) => {
        setTyped('');
        call.type(text);
      }}
    />
  );
}

function HangUp({ call }: Pick<CallBoardProps, 'call'>) {
  return (
    <FocusTargetButton variant="danger" icon={<PhoneOff />} className="ml-auto" onClick={() => call.hangUp()}>
      Hang up
    </FocusTargetButton>
  );
}

function MuteButton({ call, view: { microphone } }: Pick<CallBoardProps, 'call' | 'view'>) {
  if (microphone === 'none') return null;
  const isMuted = microphone === 'muted';
  return (
    <Button
      icon={isMuted ? <MicOff /> : <Mic />}
      aria-pressed={isMuted}
      isIdle={microphone === 'asking'}
      onClick={() => call.setMuted(!isMuted)}
    >
      {isMuted ? 'Muted' : 'Mute'}
    </Button>
  );
}
