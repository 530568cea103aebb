import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useEffect, useState } from 'react';

import { useHasProfile } from '~/api/session/slice';
import { OWN_DEVICE, ownDeviceSaid, useOwnSheets } from '~/api/sheets/slice';
import { SwitchLine } from '~/forms/RadioField';
import { useAppDispatch } from '~/lib/dispatch';
import { TRAINERS } from '~/lib/profiles';
import { writeItem } from '~/lib/storage';
import { joined } from '~/lib/texts';
import { Notice } from '~/ui/Notice';

/** Whether the browser has promised not to remove what is kept; null where it has not been asked. */
function usePersistence(isAsked: boolean): boolean | null {
  const [isPromised, setIsPromised] = useState<boolean | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    const storage = navigator.storage as StorageManager | undefined;
    void (storage?.persist() ?? Promise.resolve(false)).catch(() => false).then(setIsPromised);
  }, [isAsked]);
  return isAsked ? isPromised : null;
}

/** One yes for this device: only then it keeps anything of training. */
export function OwnDevice() {
  const dispatch = useAppDispatch();
  const { by, isOwnDevice, canKeep } = useOwnSheets();
  const isTrainer = useHasProfile(TRAINERS);
  const isPromised = usePersistence(isOwnDevice);
  const say = (isOwn: boolean) => {
    const value = isOwn ? by : '';
    writeItem('localStorage', OWN_DEVICE, value);
    dispatch(ownDeviceSaid(value));
  };
  // Rosters are a trainer's: the others keep what they have not sent.
  const offered = isTrainer ? t`Keep the names, codes and marks of today and tomorrow here, to mark without a network.` : t`Keep marks here until they are sent, also when this page is closed.`;
  const kept = isTrainer ? t`The names, codes and marks of today and tomorrow are kept here, for 36 hours at most, until you log out.` : t`Marks that are not sent yet are kept here.`;
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 2 }}>
      <SwitchLine label={t`This is my phone`} hint={isOwnDevice ? joined(' ', [kept, isPromised === false && t`This browser may remove what is kept when space runs out. Send marks soon.`]) : offered} checked={isOwnDevice} onSwitch={say} />
      {!canKeep && <Notice severity="warning">{t`This browser could not keep the marks. Leave the page open until they are sent.`}</Notice>}
    </Box>
  );
}
