import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../../../../sdk/web/src/react.ts';
import type { Assistant } from '../../../data/assistants.ts';
import { speechProvidersQuery } from '../../../data/catalog.ts';
import { sessionQuery } from '../../../data/session.ts';
import { orderWebCall } from '../../../data/web-calls.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button, buttonClasses } from '../../button.tsx';
import { Variables } from '../variables.tsx';
import { CallBoard } from './call-board.tsx';
import { CallGuard } from './call-guard.tsx';
import { callLines } from './call-lines.ts';
import { CallState } from './call-state-line.tsx';
import { FocusTargetButton } from './focus-target-button.tsx';
import { TYPING_HINT, transcribesSpeech } from './transcribes-speech.ts';

const CALL = { variant: 'primary', size: 'small', icon: <Phone /> } as const;

/** A call that another part of the page asks for. */
export interface CallOrder {
  isWaiting: boolean;
  /** Ends the wait. */
  take: () => void;
}

/** A test call in the browser: spoken, or typed when there is no speech-to-text. */
export function TestCall({ assistant, order }: { assistant: Assistant; order: CallOrder }) {
  const session = useQuery(sessionQuery);
  const call = useCall();
  const [callId, setCallId] = useState<number | null>(null);
  const [variables, setVariables] = useState<Record<string, unknown>>({});
  const isOver = call.state === 'idle' || call.state === 'ended';
  const transcribers = useQuery(speechProvidersQuery('transcriber', assistant.language_id));
  const own = transcribers.data?.find(({ id }) => id === assistant.transcriber_provider_id);
  const hears = transcribesSpeech(session.data?.features, { mode: assistant.mode, transcriber: own?.code });
  const start = (): void => {
    setCallId(null);
    call.start({
      microphone: hears,
      textFallback: true,
      url: async () => {
        const origin = session.data?.public_origin ?? location.origin;
        const ordered = await orderWebCall(assistant.id, variables, origin);
        setCallId(ordered.callId);
        return ordered.address;
      },
    });
  };
  const isKnown = session.data !== undefined && !transcribers.isPending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an order is taken once, when it comes or can be placed.
  useEffect(() => {
    if (!order.isWaiting || !isKnown) return;
    order.take();
    if (isOver) start();
  }, [order.isWaiting, isKnown]);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <CallGuard isTalking={!isOver} />
      <div className="flex flex-wrap items-center gap-2">
        {isOver && (
          <>
            {call.state === 'idle' ? (
              <Button {...CALL} onClick={start}>
                {t('Call', undefined, 'verb')}
              </Button>
            ) : (
              <FocusTargetButton {...CALL} onClick={start}>
                {t('Call again')}
              </FocusTargetButton>
            )}
            <Variables
              name="call-variables"
              assistant={assistant}
              values={variables}
              onApply={setVariables}
              action={t('Use in next call')}
            />
          </>
        )}
        {call.state !== 'idle' && <CallState call={call} />}
      </div>
      {call.state === 'idle' ? (
        <p className="rounded-lg border border-line bg-sunken px-4 py-8 text-center text-ink-soft text-sm">
          {t('Call {name} from this page. {hint} It’s charged and stored like any call.', {
            name: assistant.name,
            hint: hears ? t('Speak or type.') : TYPING_HINT,
          })}
        </p>
      ) : (
        <CallBoard
          call={call}
          lines={callLines(call.transcript)}
          names={[assistant.name, t('You')]}
          typingHint={hears ? null : TYPING_HINT}
          empty={call.state === 'connecting' ? t('Connecting…') : t('No transcript yet.')}
        />
      )}
      {call.state === 'ended' && callId !== null && <CallLink callId={callId} />}
    </div>
  );
}

function CallLink({ callId }: { callId: number }) {
  return (
    <Link
      to="/calls/$callId"
      params={{ callId: String(callId) }}
      className={buttonClasses({ size: 'small' })}
    >
      {t('View call details')}
    </Link>
  );
}
