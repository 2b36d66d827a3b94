import { Phone, PhoneOff } from 'lucide-react';
import { type FormEvent, useId, useRef } from 'react';
import type { CallInComponent } from '../../../../../sdk/web/src/react.ts';
import { Button } from '../../../components/button.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { CallBoard } from '../../../components/talk/call/call-board.tsx';
import { callLines } from '../../../components/talk/call/call-lines.ts';
import { CallState } from '../../../components/talk/call/call-state-line.tsx';
import { FocusTargetButton } from '../../../components/talk/call/focus-target-button.tsx';
import { Keypad } from '../../../components/talk/call/keypad.tsx';
import type { CallItem } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';
import { currentCall, customerLines } from './customer-lines.ts';
import { Ringing } from './ringing.tsx';
import type { CustomerPhone } from './use-customer-phone.ts';

interface PhoneDeviceProps {
  phone: CustomerPhone;
  /** The customer's last calls, newest first. */
  calls: readonly CallItem[];
}

/** Phone of the selected customer. */
export function PhoneDevice({ phone, calls }: PhoneDeviceProps) {
  const { customer, outgoing, held, isReachable, setReachable } = phone;
  const isRinging = held.state === 'ringing';
  const shown = outgoing.state !== 'idle' ? outgoing : answeredCall(held);
  const wasCalling = useRef(false);
  if (shown !== null) wasCalling.current = true;
  return (
    <section
      aria-label={t('Phone of {name}', { name: customer.name || customer.number })}
      className="grid grid-cols-1 gap-4 rounded-3xl border border-line-strong bg-surface p-5 shadow-raised"
    >
      <header className="text-center">
        <h2 className="font-semibold">{customer.name || t('Customer')}</h2>
        <p className="text-ink-soft text-sm tabular-nums">{customer.number}</p>
      </header>
      {isRinging && <Ringing phone={phone} />}
      {shown !== null && <PhoneCall call={shown} phone={phone} calls={calls} />}
      {shown === null && !isRinging && <DialPad phone={phone} isAfterCall={wasCalling.current} />}
      <div className="border-line border-t pt-4">
        <Switch
          label={t('Receive calls')}
          hint={t('Calls to this number ring here instead of being answered by a script.')}
          isOn={isReachable}
          onChange={setReachable}
        />
        <p role="status" className="mt-2 text-ink-soft text-sm">
          {isReachable ? STATE_TEXTS[held.state] : ''}
        </p>
      </div>
    </section>
  );
}

const STATE_TEXTS: Record<CallInComponent['state'], string> = {
  idle: t('Connecting…'),
  connecting: t('Connecting…'),
  waiting: t('Waiting for calls'),
  calling: '',
  ringing: t('Ringing'),
  live: t('In a call'),
  reconnecting: t('In a call'),
  ended: t('Call ended. Ready again in a moment'),
};

/** The dial pad stays visible until a call is answered. */
function answeredCall(held: CallInComponent): CallInComponent | null {
  return held.startedAtMs === null ? null : held;
}

interface DialPadProps {
  phone: CustomerPhone;
  /** Shown again after a call. */
  isAfterCall: boolean;
}

function DialPad({ phone: { dialed, setDialed, dial }, isAfterCall }: DialPadProps) {
  const id = useId();
  // After a call, the button takes the focus of the call view; on page load it must not.
  const CallButton = isAfterCall ? FocusTargetButton : Button;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (dialed.trim() !== '') dial(dialed.trim());
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <label htmlFor={id} className="sr-only">
        {t('Number to call')}
      </label>
      <Input
        id={id}
        type="tel"
        value={dialed}
        placeholder={t('One of your numbers')}
        className="text-center text-lg tabular-nums"
        onChange={(event) => setDialed(event.target.value)}
      />
      <Keypad label={t('Dial pad')} onPress={(key) => setDialed(`${dialed}${key}`)} />
      <CallButton type="submit" variant="primary" icon={<Phone />} isIdle={dialed.trim() === ''}>
        {t('Call', undefined, 'verb')}
      </CallButton>
    </form>
  );
}

function PhoneCall({ call, phone, calls }: PhoneDeviceProps & { call: CallInComponent }) {
  const { state, startedAtMs } = call;
  const isIncoming = call === phone.held;
  const other = isIncoming ? (call.from ?? t('Caller')) : phone.dialed;
  const running = startedAtMs === null ? undefined : currentCall(calls, startedAtMs - 60_000);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium tabular-nums">{other}</p>
        <CallState call={call} />
      </div>
      {(state === 'calling' || state === 'connecting') && (
        <FocusTargetButton variant="danger" icon={<PhoneOff />} onClick={call.hangUp}>
          {t('Hang up')}
        </FocusTargetButton>
      )}
      {startedAtMs !== null && (
        <CallBoard
          call={call}
          lines={customerLines(running, callLines(call.transcript))}
          names={[t('Assistant'), t('You')]}
          typingHint={isIncoming ? phone.typingHints.phone : phone.typingHints.caller}
          empty={t('No speech yet.')}
        />
      )}
      {state === 'ended' && <FocusTargetButton onClick={call.reset}>{t('Close')}</FocusTargetButton>}
    </div>
  );
}
