import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { Page } from '../../components/layout/page.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { LINE_LOOK } from '../../components/table/name-look.ts';
import { testVendor, type Vendor, vendorListQuery } from '../../data/vendors.ts';
import { describeError } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { VendorDialog } from './vendor-dialog.tsx';
import { outcomeOf, STATES, usageOf, usesOf } from './vendor-words.ts';
import { VENDOR_DIALOGS } from './vendors-search.ts';

const trail = (
  <Link to="/settings" className="hover:underline">
    {t('Settings')}
  </Link>
);

/** Vendors of models, voices and carriers, with their keys. */
export function VendorsPage() {
  const vendors = useQuery(vendorListQuery);
  const dialog = useDialogAddress(VENDOR_DIALOGS);
  const test = useMutation({ mutationFn: ({ code }: Vendor) => testVendor(code) });
  const open = vendors.data?.find(({ code }) => code === dialog.keyOf('vendor'));
  const tested = test.isPending ? test.variables.code : null;
  return (
    <Page
      title={t('Vendors')}
      trail={trail}
      text={t(
        'Models, voices and carriers of this installation. Changes apply to new calls and chats immediately.',
      )}
    >
      <div className="grid gap-4 *:min-w-0">
        <div role="status">
          {test.data && <Callout kind={test.data.works ? 'info' : 'bad'}>{outcomeOf(test.data)}</Callout>}
          {test.error && <Callout kind="bad">{describeError(test.error)}</Callout>}
        </div>
        <Loaded query={vendors}>
          {(rows) => (
            <DataTable
              label={t('Vendors')}
              rows={rows}
              columns={columns({
                tested,
                onTest: test.mutate,
                onOpen: ({ code }) => dialog.show(`vendor.${code}`),
              })}
              rowKey={({ code }) => code}
              rowHeightPx={56}
            />
          )}
        </Loaded>
      </div>
      {open !== undefined && <VendorDialog key={open.code} vendor={open} onClose={dialog.close} />}
    </Page>
  );
}

function columns(acts: {
  /** Code of the vendor that is being tested. */
  tested: string | null;
  onTest: (vendor: Vendor) => void;
  onOpen: (vendor: Vendor) => void;
}): Column<Vendor>[] {
  return [
    {
      title: t('Vendor'),
      width: 'minmax(12rem,2fr)',
      cell: (vendor) => (
        <>
          <span className="block truncate font-medium text-sm" title={vendor.name}>
            {vendor.name}
          </span>
          <span className={LINE_LOOK}>{usesOf(vendor)}</span>
        </>
      ),
    },
    {
      title: t('State'),
      width: 'minmax(11rem,1fr)',
      cell: (vendor) => (
        <>
          <Badge tone={STATES[vendor.state].tone}>{STATES[vendor.state].text}</Badge>
          <StateDetail vendor={vendor} />
        </>
      ),
    },
    {
      title: t('Used by'),
      width: 'minmax(9rem,1fr)',
      isMinor: true,
      cell: (vendor) => usageOf(vendor) ?? '–',
    },
    {
      title: t('Actions'),
      width: '13rem',
      align: 'right',
      cell: (vendor) => (
        <span className="flex justify-end gap-2">
          {(vendor.state === 'connected' || vendor.state === 'environment') && (
            <Button
              size="small"
              isBusy={acts.tested === vendor.code}
              isIdle={acts.tested !== null}
              aria-label={t('Test {name}', { name: vendor.name })}
              onClick={() => acts.onTest(vendor)}
            >
              {t('Test', undefined, 'verb')}
            </Button>
          )}
          {vendor.state !== 'environment' && (
            <Button
              size="small"
              aria-label={
                vendor.state === 'not_connected'
                  ? t('Connect {name}', { name: vendor.name })
                  : t('Change {name}', { name: vendor.name })
              }
              onClick={() => acts.onOpen(vendor)}
            >
              {actionOf(vendor)}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function actionOf({ state }: Vendor): string {
  return state === 'not_connected' ? t('Connect') : t('Change');
}

/** The variable, or the end of the key. */
function StateDetail({ vendor: { state, variable, key_hint } }: { vendor: Vendor }) {
  if (variable !== null) return <code className={LINE_LOOK}>{variable}</code>;
  if (state !== 'connected' || key_hint === null) return null;
  return <span className={LINE_LOOK}>{t('Key ends in {characters}', { characters: key_hint })}</span>;
}
