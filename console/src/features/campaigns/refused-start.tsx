import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { TopUpAdvice } from '../../components/top-up-advice.tsx';
import type { Campaign } from '../../data/campaigns.ts';
import { describeError } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { assistantPath, PATHS } from './paths.ts';

interface RefusedStartProps {
  /** Null while the dialog is closed. */
  error: Error | null;
  onClose: () => void;
  campaign: Campaign;
}

/** Requirements of a start, with links to the pages that provide them. */
export function StartNeeds({ campaign, onClose }: Pick<RefusedStartProps, 'campaign' | 'onClose'>) {
  const campaignId = String(campaign.id);
  const look = buttonClasses({ size: 'small' });
  const needs: readonly [label: string, link: ReactNode, advice?: ReactNode][] = [
    [
      t('Leads to call'),
      <Link
        key="leads"
        to="/campaigns/$campaignId"
        params={{ campaignId }}
        search={{ tab: 'leads' }}
        className={look}
        onClick={onClose}
      >
        {t('Leads')}
      </Link>,
    ],
    [
      t('A phone number to call from'),
      <Link key="numbers" to={PATHS.numbers} className={look}>
        {t('Phone numbers')}
      </Link>,
    ],
    [
      t('An active outbound assistant'),
      <Link key="assistant" to={assistantPath(campaign.assistant_id)} className={look}>
        {t('Assistant')}
      </Link>,
    ],
    [
      t('Balance for the calls'),
      <Link key="billing" to={PATHS.billing} className={look}>
        {t('Usage and billing')}
      </Link>,
      <TopUpAdvice key="advice" />,
    ],
  ];
  return (
    <div>
      <p className="mb-2 text-ink-soft text-sm">{t('To start, a campaign needs:')}</p>
      <ul className="grid gap-2">
        {needs.map(([label, link, advice]) => (
          <li key={label} className="flex items-center justify-between gap-3 text-sm">
            <span className="min-w-0">
              {label}
              {advice !== undefined && <span className="block text-ink-soft">{advice}</span>}
            </span>
            {link}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The server's refusal to start or stop a campaign, with links to fix the cause. */
export function RefusedStart({ error, onClose, campaign }: RefusedStartProps) {
  return (
    <Dialog
      isOpen={error !== null}
      onClose={onClose}
      title={t('Couldn’t change the campaign')}
      text={describeError(error)}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <StartNeeds campaign={campaign} onClose={onClose} />
    </Dialog>
  );
}
