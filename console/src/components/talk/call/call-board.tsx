import { Grid3x3, Mic, MicOff, PhoneOff } from 'lucide-react';
import { useState } from 'react';
import type { CallInComponent } from '../../../../../sdk/web/src/react.ts';
import { useFocusTarget } from '../../../lib/focus/use-focus-target.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../button.tsx';
import { Callout } from '../../feedback/callout.tsx';
import { Composer } from '../chat/composer.tsx';
import type { CallLine } from './call-lines.ts';
import { CallTranscript } from './call-transcript.tsx';
import { FocusTargetButton } from './focus-target-button.tsx';
import { Keypad } from './keypad.tsx';
import { LevelMeters } from './level-meters.tsx';

interface CallBoardProps {
  call: CallInComponent;
  lines: readonly CallLine[];
  /** Names of the other side and of the user. */
  names: readonly [string, string];
  /** Why the user must type; null if speech works. */
  typingHint: string | null;
  /** Shown while the transcript is empty. */
  empty: string;
}

/** A running call: transcript, levels and controls. */
export function CallBoard({ call, lines, names, typingHint, empty }: CallBoardProps) {
  const [hasKeypad, setKeypad] = useState(false);
  const { state, error } = call;
  const isLive = state === 'live' || state === 'reconnecting';
  const hint = error === null ? typingHint : t('{message} You can type instead.', { message: error.message });
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      {hint !== null && state !== 'ended' && (
        <div role="status">
          <Callout kind={error === null ? 'info' : 'warn'}>{hint}</Callout>
        </div>
      )}
      {isLive && <LevelMeters call={call.call} isMuted={call.microphone !== 'on'} names={names} />}
      <CallTranscript lines={lines} empty={empty} />
      {state === 'connecting' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-ink-soft text-sm">
            {call.microphone === 'asking' && t('Allow the microphone in your browser.')}
          </p>
          <HangUp call={call} />
        </div>
      )}
      {isLive && (
        <>
          <TypedWords call={call} />
          <div className="flex flex-wrap gap-2">
            <MuteButton call={call} />
            <Button
              icon={<Grid3x3 />}
              aria-expanded={hasKeypad}
              onClick={() => setKeypad((isShown) => !isShown)}
            >
              {t('Keypad')}
            </Button>
            <HangUp call={call} />
          </div>
          {hasKeypad && <Keypad label={t('Keypad')} onPress={call.sendDigits} />}
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
      label={t('Type a message')}
      placeholder={t('Type instead of speaking…')}
      onSend={(text) => {
        setTyped('');
        call.sendText(text);
      }}
    />
  );
}

function HangUp({ call }: Pick<CallBoardProps, 'call'>) {
  return (
    <FocusTargetButton variant="danger" icon={<PhoneOff />} className="ml-auto" onClick={call.hangUp}>
      {t('Hang up')}
    </FocusTargetButton>
  );
}

function MuteButton({ call: { microphone, isMuted, mute } }: Pick<CallBoardProps, 'call'>) {
  if (microphone === 'off') return null;
  return (
    <Button
      icon={isMuted ? <MicOff /> : <Mic />}
      aria-pressed={isMuted}
      isIdle={microphone === 'asking'}
      onClick={() => mute(!isMuted)}
    >
      {isMuted ? t('Muted') : t('Mute')}
    </Button>
  );
}
