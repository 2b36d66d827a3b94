import { useQuery } from '@tanstack/react-query';
import { GoneDialog } from '../../components/overlay/gone-dialog.tsx';
import { sessionQuery } from '../../data/session.ts';
import { trunkListQuery } from '../../data/sip-trunks.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { BuyNumberDialog } from './buy/buy-number-dialog.tsx';
import { NUMBERS_DIALOGS } from './numbers-search.ts';
import { TrunkDialog } from './trunks/trunk-dialog.tsx';

/** Dialogs in the URL, available on every tab. */
export function NumbersDialogs() {
  const dialog = useDialogAddress(NUMBERS_DIALOGS);
  const trunk = dialog.idOf('trunk');
  return (
    <>
      {dialog.isOpen('buy') && <Shop onClose={dialog.close} />}
      {dialog.isOpen('new-trunk') && <TrunkDialog trunk={null} onClose={dialog.close} />}
      {trunk !== undefined && <KnownTrunk key={trunk} id={trunk} onClose={dialog.close} />}
    </>
  );
}

/** Only if this server has a carrier that sells numbers. */
function Shop({ onClose }: { onClose: () => void }) {
  const session = useQuery(sessionQuery);
  if (session.data === undefined) return null;
  const shop = session.data.features.number_shop;
  return shop === null ? <GoneDialog onClose={onClose} /> : <BuyNumberDialog shop={shop} onClose={onClose} />;
}

function KnownTrunk({ id, onClose }: { id: number; onClose: () => void }) {
  const trunks = useQuery(trunkListQuery);
  const trunk = trunks.data?.find((one) => one.id === id);
  if (trunk !== undefined) return <TrunkDialog trunk={trunk} onClose={onClose} />;
  return trunks.isFetching || trunks.data === undefined ? null : <GoneDialog onClose={onClose} />;
}
