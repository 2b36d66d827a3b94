import { Link, useSearch } from '@tanstack/react-router';
import { Upload, Users } from 'lucide-react';
import { buttonClasses } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { OPENS_DIALOG } from '../../../routing/use-dialog-address.ts';

/** Empty state of a campaign without leads. */
export function NoLeads({ campaignId, text }: { campaignId: string; text: string }) {
  const { tab } = useSearch({ from: '/console/campaigns/$campaignId' });
  return (
    <EmptyState
      icon={<Users />}
      title={t('No leads yet')}
      text={text}
      action={
        <IfAllowed area="Leads">
          <Link
            to="/campaigns/$campaignId"
            params={{ campaignId }}
            search={{ tab: 'leads', open: 'import' }}
            {...(tab === 'leads' && OPENS_DIALOG)}
            className={buttonClasses({ variant: 'primary' })}
          >
            <Upload aria-hidden />
            {t('Import leads')}
          </Link>
        </IfAllowed>
      }
    />
  );
}
