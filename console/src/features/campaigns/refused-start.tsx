import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { TopUpAdvice } from '../../components/top-up-advice.tsx';
import type { Campaign } from '../../data/campaigns.ts';
import { describeError } from '../../lib/api/api-error.ts';
import { assistantPath, WAYS } from './ways.ts';

interface RefusedStartProps {
  /** Null: nothing was refused. */
  error: Error | null;
  onClose: () => void;
  campaign: Campaign;
}

/** What the server said against a start or a stop, with the ways to where it can be mended. */
export function RefusedStart({ error, onClose, campaign }: RefusedStartProps) {
  const campaignId = String(campaign.id);
  const look = buttonClasses({ size: 'small' });
  const ways: readonly [name: string, way: ReactNode, advice?: ReactNode][] = [
    [
      'Leads to call',
      <Link
        key="leads"
        to="/campaigns/$campaignId"
        params={{ campaignId }}
        search={{ tab: 'leads' }}
        className={look}
        onClick={onClose}
      >
        Leads
      </Link>,
    ],
    [
      'A number to call from',
      <Link key="numbers" to={WAYS.numbers} className={look}>
        Phone numbers
      </Link>,
    ],
    [
      'An assistant that calls out',
      <Link key="assistant" to={assistantPath(campaign.assistant_id)} className={look}>
        Assistant
      </Link>,
    ],
    [
      'Money for the calls',
      <Link key="billing" to={WAYS.billing} className={look}>
        Usage and billing
      </Link>,
      <TopUpAdvice key="advice" />,
    ],
  ];
  return (
    <Dialog
      isOpen={error !== null}
      onClose={onClose}
      title="That was not possible"
      text={describeError(error)}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p className="mb-2 text-ink-soft text-sm">What a campaign needs before it can start:</p>
      <ul className="grid gap-2">
        {ways.map(([label, way, advice]) => (
          <li key={label} className="flex items-center justify-between gap-3 text-sm">
            <span className="min-w-0">
              {label}
              {advice !== undefined && <span className="block text-ink-soft">{advice}</span>}
            </span>
            {way}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
