import { Download } from 'lucide-react';
import { exportPath } from '../../data/export.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';
import { Menu, MenuItem } from '../overlay/menu.tsx';

interface ExportMenuProps {
  /** Of the export, relative to `/api`. */
  path: string;
  /** The filters of the list. */
  filter: Readonly<Record<string, unknown>>;
  /** An icon without words, in a narrow place. */
  isSmall?: boolean;
}

/** Downloads the rows of a list, with its filters, in a chosen format. */
export function ExportMenu({ path, filter, isSmall = false }: ExportMenuProps) {
  const download = (format: 'csv' | 'jsonl'): void =>
    window.location.assign(exportPath(path, { ...filter, format }));
  return (
    <Menu
      trigger={
        <Button
          icon={<Download />}
          {...(isSmall && { size: 'icon', 'aria-label': t('Export'), title: t('Export') })}
        >
          {isSmall ? null : t('Export')}
        </Button>
      }
    >
      <MenuItem onSelect={() => download('csv')}>{t('CSV, for spreadsheets')}</MenuItem>
      <MenuItem onSelect={() => download('jsonl')}>{t('JSON Lines, for programs')}</MenuItem>
    </Menu>
  );
}
