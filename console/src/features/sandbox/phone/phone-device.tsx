import { Phone, PhoneOff } from 'lucide-react';
import { type FormEvent, useId, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { CallBoard } from '../../../components/talk/call/call-board.tsx';
import { CallState } from '../../../components/talk/call/call-state-line.tsx';
import { FocusTargetButton } from '../../../components/talk/call/focus-target-button.tsx';
import { Keypad } from '../../../components/talk/call/keypad.tsx';
import type { LiveCallInPage } from '../../../components/talk/call/use-live-call.ts';
import type { CallItem } from '../../../data/calls.ts';
import type { CallView } from '../../../lib/call/call-state.ts';
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
  const isRinging = held.view?.phase === 'ringing';
  const shown = outgoing.view !== null ? outgoing : answeredCall(held);
  const wasCalling = useRef(false);
  if (shown !== null) wasCalling.current = true;
  return (
    <section
      aria-label={`Phone of ${customer.name || customer.number}`}
      className="grid grid-cols-1 gap-4 rounded-3xl border border-line-strong bg-surface p-5 shadow-raised"
    >
      <header className="text-center">
        <h2 className="font-semibold">{customer.name || 'Customer'}</h2>
        <p className="text-ink-soft text-sm tabular-nums">{customer.number}</p>
      </header>
      {isRinging && <Ringing phone={phone} />}
      {shown !== null && <PhoneCall live={shown} phone={phone} calls={calls} />}
      {shown === null && !isRinging && <DialPad phone={phone} isAfterCall={wasCalling.current} />}
      <div className="border-line border-t pt-4">
        <Switch
          label="Receive calls"
          hint="Calls to this number ring here instead of being answered by a script."
          isOn={isReachable}
          onChange={setReachable}
        />
        <p role="status" className="mt-2 text-ink-soft text-sm">
          {isReachable ? PHASE_TEXTS[held.view?.phase ?? 'connecting'] : ''}
        </p>
      </div>
    </section>
  );
}

const PHASE_TEXTS: Record<CallView['phase'], string> = {
  connecting: 'Connecting…',
  waiting: 'Waiting for calls',
  calling: '',
  ringing: 'Ringing',
  live: 'In a call',
  ended: 'Call ended. Ready again in a moment',
};

/** The dial pad stays visible until a call is answered. */
function answeredCall(held: LiveCallInPage): LiveCallInPage | null {
  return held.view === null || held.view.answeredAtMs === null ? null : held;
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
        Number to call
      </label>
      <Input
        id={id}
        type="tel"
        value={dialed}
        placeholder="One of your numbers"
        className="text-center text-lg tabular-nums"
        onChange={(event) => setDialed(event.target.value)}
      />
      <Keypad label="Dial pad" onPress={(key) => setDialed(`${dialed}${key}`)} />
      <CallButton type="submit" variant="primary" icon={<Phone />} isIdle={dialed.trim() === ''}>
        Call
      </CallButton>
    </form>
  );
}

function PhoneCall({ live, phone, calls }: PhoneDeviceProps & { live: LiveCallInPage }) {
  const { call, view } = live;
  if (call === null || view === null) return null;
  const other = view.role === 'phone' ? (view.from ?? 'Caller') : phone.dialed;
  const running = view.answeredAtMs === null ? undefined : currentCall(calls, view.answeredAtMs - 60_000);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium tabular-nums">{other}</p>
        <CallState view={view} />
      </div>
      {(view.phase === 'calling' || view.phase === 'connecting') && (
        <FocusTargetButton variant="danger" icon={<PhoneOff />} onClick={() => call.hangUp()}>
          Hang up
        </FocusTargetButton>
      )}
      {view.answeredAtMs !== null && (
        <CallBoard
          call={call}
          view={{ ...view, lines: customerLines(running, view.lines) }}
          names={['Assistant', 'You']}
          typingHint={view.role === 'phone' ? phone.typingHints.phone : phone.typingHints.caller}
          empty="No speech yet."
        />
      )}
      {view.phase === 'ended' && <FocusTargetButton onClick={live.forget}>Close</FocusTargetButton>}
    </div>
  );
}
