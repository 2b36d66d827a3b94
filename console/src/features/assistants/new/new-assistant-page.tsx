import { Link, useSearch } from '@tanstack/react-router';
import { FilePlus2 } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { GoneDialog } from '../../../components/overlay/gone-dialog.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { NEW_DIALOGS } from '../search-params.ts';
import { TEMPLATES } from '../templates/templates.ts';
import { SetupDialog } from './setup-dialog.tsx';
import { TemplateCard } from './template-card.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { useNewAssistant } from './use-new-assistant.ts';

export function NewAssistantPage() {
  const dialog = useDialogAddress(NEW_DIALOGS);
  const isForCampaign = useSearch({ from: '/console/assistants/new' }).for === 'campaign';
  const make = useNewAssistant(isForCampaign);
  const offered = TEMPLATES.filter(({ assistant }) => !isForCampaign || assistant.type === 'outbound');
  const { create } = make;
  const [chosen, asked] = [dialog.keyOf('template'), dialog.keyOf('company')];
  const shown = TEMPLATES.find(({ id }) => id === chosen);
  const begun = TEMPLATES.find(({ id }) => id === asked);
  const isGone = (chosen ?? asked) !== undefined && (shown ?? begun) === undefined;
  return (
    <Page
      area="Assistants"
      title={t('New assistant')}
      text={
        isForCampaign
          ? t('A campaign needs an outbound assistant. Choose a template. You can change everything later.')
          : t('Choose a template. You can change everything later.')
      }
      trail={
        <Link to="/assistants" className="hover:underline">
          {t('Assistants')}
        </Link>
      }
      actions={
        // A blank assistant is inbound.
        !isForCampaign && (
          <IfAllowed area="Assistants">
            <Button
              icon={<FilePlus2 />}
              isBusy={make.isPending && make.variables === null}
              isIdle={make.isPending}
              onClick={() => create(null)}
            >
              {t('Start from scratch')}
            </Button>
          </IfAllowed>
        )
      }
    >
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {offered.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            isDisabled={make.isPending}
            onUse={() => dialog.show(`company.${template.id}`)}
          />
        ))}
      </ul>
      {shown && (
        <TemplateDialog
          template={shown}
          onUse={() => void dialog.swap(`company.${shown.id}`)}
          onClose={dialog.close}
        />
      )}
      {begun && (
        <SetupDialog template={begun} isBusy={make.isPending} onCreate={create} onClose={dialog.close} />
      )}
      {isGone && <GoneDialog onClose={dialog.close} />}
    </Page>
  );
}
