import { Page } from '../../components/layout/page.tsx';
import { ThemeCard } from './theme-card.tsx';

export function SettingsPage() {
  return (
    <Page title="Settings">
      <div className="grid gap-5">
        <ThemeCard />
      </div>
    </Page>
  );
}
